package io.tributary.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;

/**
 * What came of a request.
 *
 * @param status of HTTP; 0 when no answer came
 * @param word the status, or why no answer came: {@code timeout}, {@code unreachable}
 * @param body empty when no answer came
 */
record Reply(int status, String word, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;

  static Reply of(int status, String body) {
    return new Reply(status, Integer.toString(status), body);
  }

  static Reply none(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return new Reply(0, cause instanceof HttpTimeoutException ? "timeout" : "unreachable", "");
  }

  boolean isAccepted() {
    return status / 100 == 2;
  }

  /** Whether the same request may be accepted later. */
  boolean mayChange() {
    return status == 0 || status == TOO_MANY || status >= SERVER_ERRORS;
  }

  JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
