package io.tributary.benchmarks.gateway;

import org.HdrHistogram.Histogram;

/**
 * A round with the processor time that went into it, in nanoseconds.
 *
 * @param side taken by the side's own process
 * @param broker taken by the broker
 * @param client taken by this process, the load generator
 */
record Trial(Round round, long side, long broker, long client) {

  /** Both rounds as one. */
  Trial plus(Trial other) {
    Histogram latency = round.latency().copy();
    latency.add(other.round.latency());
    return new Trial(
        new Round(
            round.answered() + other.round.answered(),
            round.failed() + other.round.failed(),
            round.nanos() + other.round.nanos(),
            latency),
        side + other.side,
        broker + other.broker,
        client + other.client);
  }

  /** Microseconds for each answered request. */
  double perRequest(long nanos) {
    return nanos / 1e3 / round.answered();
  }
}
