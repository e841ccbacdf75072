package io.tributary.gateway.answer;

import java.util.Map;

/**
 * What was asked for.
 *
 * @param contentType of the body
 * @param body text, sent as UTF-8
 */
public record Answer(int status, String contentType, String body) implements Reply {

  private static final int OK = 200;

  /** JSON with status 200. */
  public static Answer json(String body) {
    return new Answer(OK, "application/json", body);
  }

  @Override
  public Map<String, String> headers() {
    return Map.of();
  }
}
