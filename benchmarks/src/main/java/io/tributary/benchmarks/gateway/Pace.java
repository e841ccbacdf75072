package io.tributary.benchmarks.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When requests are to be sent. A latency counts from that time on, also when the request had to
 * wait for a free connection, so that a slow answer is not hidden behind the requests that it holds
 * up.
 *
 * @param perSecond how many; infinite for as soon as a connection is free
 * @param time how long requests are sent
 */
record Pace(double perSecond, Duration time) {

  /** A request on every connection that is free. */
  static Pace closedLoop(Duration time) {
    return new Pace(Double.POSITIVE_INFINITY, time);
  }

  boolean isClosedLoop() {
    return Double.isInfinite(perSecond);
  }

  /** When the request of that number is to be sent, in nanoseconds from the begin. */
  long offset(long request) {
    return (long) (request * TimeUnit.SECONDS.toNanos(1) / perSecond);
  }

  /** Nothing is sent that would be due later than that, in nanoseconds from the begin. */
  long end() {
    return time.toNanos();
  }
}
