package io.tributary.harness.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import java.time.Instant;

/**
 * What became of an upload.
 *
 * @param status of the last answer; 0 when there was none
 * @param answer body of the last answer
 * @param firstSent when it was first tried
 * @param settled when the last answer, or failure, came
 */
public record Delivery(
    Upload upload, int status, String answer, Instant firstSent, Instant settled) {

  /** True when the client was told that it is safe; otherwise it may or may not be. */
  public boolean acknowledged() {
    return status >= 200 && status < 300;
  }

  /** True when the client was told that it is wrong. */
  public boolean refused() {
    return status >= 400 && status < 500;
  }

  /** The last answer's body read as JSON. */
  public JsonNode json() {
    return Answer.parse(answer);
  }
}
