package io.tributary.gateway.answer;

import java.util.Map;

/**
 * What was asked for.
 *
 * @param contentType of the body; empty if there is none
 * @param body text, sent as UTF-8
 */
public record Answer(int status, String contentType, String body) implements Reply {

  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int NO_CONTENT = 204;
  private static final String JSON = "application/json";
  private static final String XML = "text/xml; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  public static Answer json(String body) {
    return new Answer(OK, JSON, body);
  }

  public static Answer empty() {
    return new Answer(OK, "", "");
  }

  public static Answer text(String body) {
    return new Answer(OK, TEXT, body);
  }

  public static Answer xml(String body) {
    return new Answer(OK, XML, body);
  }

  /** Status 202: durable now, done later. */
  public static Answer accepted(String body) {
    return new Answer(ACCEPTED, JSON, body);
  }

  public static Answer noContent() {
    return new Answer(NO_CONTENT, "", "");
  }

  @Override
  public Map<String, String> headers() {
    return Map.of();
  }
}
