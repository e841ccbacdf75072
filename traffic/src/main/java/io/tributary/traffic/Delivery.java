package io.tributary.traffic;

import java.time.Instant;

/**
 * The end of a request, after all its attempts.
 *
 * @param status of the last answer; 0 when none came
 * @param answer body of the last answer
 * @param firstSent time of the first attempt
 * @param settled time of the last answer or failure
 */
public record Delivery(
    Request request, int status, String answer, Instant firstSent, Instant settled) {

  /** True when the sender was told that the request is durable; otherwise it may be or not. */
  public boolean acknowledged() {
    return status >= 200 && status < 300;
  }

  /** True when the sender was told that the request is wrong. */
  public boolean refused() {
    return status >= 400 && status < 500;
  }
}
