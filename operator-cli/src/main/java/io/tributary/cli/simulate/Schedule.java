package io.tributary.cli.simulate;

import java.time.Duration;

/**
 * When turns are due, whatever has become of those before.
 *
 * @param rate turns per second
 * @param turns how many there are
 */
record Schedule(double rate, long turns) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Turns at that rate for so long, at least one. */
  static Schedule of(double rate, Duration duration) {
    return new Schedule(
        rate, Math.max(1, Math.round(rate * duration.toNanos() / NANOS_PER_SECOND)));
  }

  /** When that turn is due, in nanoseconds after the first, which is turn 0. */
  long dueNanos(long turn) {
    return Math.round(turn * NANOS_PER_SECOND / rate);
  }
}
