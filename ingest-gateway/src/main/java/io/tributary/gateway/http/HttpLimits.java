package io.tributary.gateway.http;

import java.time.Duration;

/**
 * How long and how large things may be.
 *
 * @param request from a request's head to its answer; where bodies may be large, from the body's
 *     last byte
 * @param head from a connection's begin to its first request's head
 * @param idle how long a connection may stay without a request
 * @param linger how long the rest of a refused body is read, so that the refusal arrives
 */
public record HttpLimits(Duration request, Duration head, Duration idle, Duration linger) {

  /** Bytes a second that a slow line is granted. */
  private static final long PACE = 1024 * 1024;

  /**
   * The time that a body has to arrive beyond that of a request; none if what may come is small.
   *
   * @param bodyLimit of its route in bytes
   */
  Duration moreTime(long bodyLimit) {
    return Duration.ofSeconds(Math.max(0, bodyLimit - 1) / PACE);
  }

  /**
   * From a request's head to its answer at most.
   *
   * @param bodyLimit of its route in bytes
   */
  public Duration longest(long bodyLimit) {
    return request.plus(moreTime(bodyLimit));
  }

  public static HttpLimits of(Duration request) {
    return new HttpLimits(
        request, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(2));
  }
}
