package io.tributary.runtime.retry;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits that double from try to try up to a limit, each drawn evenly from zero to that length, so
 * that many who failed together do not come back together.
 *
 * @param first length of the first wait's range
 * @param longest limit of any wait
 */
public record Backoff(Duration first, Duration longest, RandomGenerator random) {

  private static final int MOST_DOUBLINGS = 30;

  /** The wait after so many failures, 1 or more. */
  public Duration after(int failures) {
    long range = first.toMillis() << Math.min(failures - 1, MOST_DOUBLINGS);
    long limit = range <= 0 ? longest.toMillis() : Math.min(range, longest.toMillis());
    return Duration.ofMillis(1 + random.nextLong(Math.max(1, limit)));
  }
}
