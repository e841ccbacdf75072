package io.tributary.runtime.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits that double up to a limit, each random below it, so that callers that failed together
 * return apart.
 */
public record Backoff(Duration first, Duration longest, RandomGenerator random) {

  private static final int MOST_DOUBLINGS = 30;

  /** The wait after so many failures, 1 or more. */
  public Duration delay(int failures) {
    long range = first.toMillis() << Math.min(failures - 1, MOST_DOUBLINGS);
    long limit = range <= 0 ? longest.toMillis() : Math.min(range, longest.toMillis());
    return Duration.ofMillis(1 + random.nextLong(Math.max(1, limit)));
  }
}
