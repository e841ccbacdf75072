package io.tributary.cli.simulate;

import io.tributary.schemas.topic.Family;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * A simulation to run.
 *
 * @param rate iterations per second, of all families together
 * @param seed decides everything but times and the run's id
 * @param inFlight most concurrent requests
 */
public record Plan(
    URI gateway, Set<Family> families, double rate, Duration duration, long seed, int inFlight) {

  private static final double RATE_OF_SMALLEST = 50;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Factor of the count of senders, each of which waits for its own answers. */
  int size() {
    return (int) Math.max(1, Math.ceil(rate / RATE_OF_SMALLEST));
  }

  long iterations() {
    return Math.max(1, Math.round(rate * duration.toNanos() / NANOS_PER_SECOND));
  }

  /** Time of an iteration in nanoseconds after iteration 0. */
  long dueNanos(long iteration) {
    return Math.round(iteration * NANOS_PER_SECOND / rate);
  }
}
