package io.tributary.gateway.http;

import java.time.Duration;

/**
 * Limits of time.
 *
 * @param request from a request's head to its answer; where bodies may be large, from the last byte
 * @param head from a connection's begin to its first head
 * @param idle of a connection between requests
 * @param linger for draining a refused body, so that the refusal arrives
 */
public record HttpLimits(Duration request, Duration head, Duration idle, Duration linger) {

  /** Bytes a second that a slow line is granted. */
  private static final long PACE = 1024 * 1024;

  /** Additional time for bodies of up to so many bytes. */
  Duration moreTime(long bodyLimit) {
    return Duration.ofSeconds(Math.max(0, bodyLimit - 1) / PACE);
  }

  public static HttpLimits of(Duration request) {
    return new HttpLimits(
        request, Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(2));
  }
}
