package io.tributary.client.failure;

import java.time.Duration;

/**
 * Attempts, and the waits between them, each twice the one before.
 *
 * @param attempts at least 1, the first one included
 * @param first wait
 * @param longest wait
 */
public record Retries(int attempts, Duration first, Duration longest) {

  public static final Retries NONE = new Retries(1, Duration.ofMillis(1), Duration.ofMillis(1));

  /** Seven attempts within about thirteen seconds. */
  public static final Retries SOME = new Retries(7, Duration.ofMillis(200), Duration.ofSeconds(10));

  private static final int DOUBLINGS = 30;

  /** Refuses fewer than one attempt, and waits that are not positive. */
  public Retries {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts: at least 1, not " + attempts);
    }
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "waits: more than nothing, and the longest no shorter than the first, not %s and %s"
              .formatted(first, longest));
    }
  }

  /** Wait after so many attempts. */
  public Duration delay(int done) {
    Duration wait = first;
    for (int doubled = 1; doubled < Math.min(done, DOUBLINGS); doubled++) {
      if (wait.compareTo(longest) >= 0) {
        return longest;
      }
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(longest) < 0 ? wait : longest;
  }
}
