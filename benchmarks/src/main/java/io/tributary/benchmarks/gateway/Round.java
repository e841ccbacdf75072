package io.tributary.benchmarks.gateway;

import org.HdrHistogram.Histogram;

/**
 * What became of the requests of one round.
 *
 * @param answered answered as they should be
 * @param failed answered otherwise
 * @param nanos from the begin to the last answer
 * @param latency of the answered ones, nanoseconds from when each was to be sent
 */
record Round(long answered, long failed, long nanos, Histogram latency) {

  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  static Histogram newHistogram() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  double perSecond() {
    return answered * 1e9 / nanos;
  }
}
