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
  private static final int ACCEPTED = 202;
  private static final String JSON = "application/json";

  /** JSON with status 200. */
  public static Answer json(String body) {
    return new Answer(OK, JSON, body);
  }

  /** JSON with status 202, for what is durable now and will be done. */
  public static Answer accepted(String body) {
    return new Answer(ACCEPTED, JSON, body);
  }

  @Override
  public Map<String, String> headers() {
    return Map.of();
  }
}
