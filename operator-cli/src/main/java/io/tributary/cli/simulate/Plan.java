package io.tributary.cli.simulate;

import io.tributary.schemas.topic.Family;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * What is to be simulated.
 *
 * @param rate requests per second, of all families together
 * @param seed decides everything but time stamps and the run's id
 * @param inFlight requests that may be under way at once
 */
public record Plan(
    URI gateway, Set<Family> families, double rate, Duration duration, long seed, int inFlight) {

  private static final double RATE_OF_ONE = 50;

  public Plan {
    families = Set.copyOf(families);
  }

  /** How many times as many senders as the smallest has: each waits for its own answers. */
  int size() {
    return (int) Math.max(1, Math.ceil(rate / RATE_OF_ONE));
  }
}
