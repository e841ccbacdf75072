package io.tributary.benchmarks.inbox;

/**
 * What events took.
 *
 * @param units write capacity units, of messages and counters together
 * @param seconds from the first event until everything was stored
 */
record Units(double units, double seconds) {

  /** Units of counters alone: an event writes its message once, which has less than 1 KB. */
  double ofCounters(int events) {
    return units - events;
  }
}
