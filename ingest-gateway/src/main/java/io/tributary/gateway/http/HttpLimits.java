package io.tributary.gateway.http;

import java.time.Duration;

/**
 * How long and how large things may be.
 *
 * @param request from a request's head to its answer
 * @param head from a connection's begin to its first request's head
 * @param idle how long a connection may stay without a request
 * @param linger how long the rest of a refused body is read, so that the refusal arrives
 */
public record HttpLimits(Duration request, Duration head, Duration idle, Duration linger) {

  /** The limits of a gateway with that request deadline. */
  public static HttpLimits of(Duration request) {
    return new HttpLimits(
        request, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(2));
  }
}
