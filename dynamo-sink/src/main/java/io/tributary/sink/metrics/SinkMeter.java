package io.tributary.sink.metrics;

import io.tributary.runtime.metrics.Meter;

/**
 * Meters of the sink. At any moment, over all tags:
 *
 * <p>{@code records = undecodable + outcomes + abandoned + waiting or being written}
 *
 * <p>and once everything is committed {@code dead_letters = undecodable + outcomes{rejected}}, or
 * less after redeliveries: a record that is read twice is counted twice, with one dead letter.
 */
public enum SinkMeter implements Meter {
  RECORDS(
      "tributary_sink_records",
      Kind.COUNTER,
      "topic",
      "Records read from a topic, redeliveries included."),
  /** Undecodable records. */
  UNDECODABLE(
      "tributary_sink_undecodable",
      Kind.COUNTER,
      "topic",
      "Undecodable records; each becomes a dead letter."),
  OUTCOMES("tributary_sink_outcomes", Kind.COUNTER, "outcome", "Results of writes, by outcome."),
  /** Records left to another instance. */
  ABANDONED(
      "tributary_sink_abandoned",
      Kind.COUNTER,
      "",
      "Records dropped because the partition moved or was read anew; they come again."),
  REQUESTS(
      "tributary_sink_requests",
      Kind.COUNTER,
      "operation",
      "Write requests to DynamoDB: TransactWriteItems, PutItem, DeleteItem."),
  /** Write units. */
  WRITE_UNITS(
      "tributary_sink_write_units",
      Kind.COUNTER,
      "",
      "Write capacity units consumed by successful requests, as DynamoDB reports them."),
  RETRIES(
      "tributary_sink_retries",
      Kind.COUNTER,
      "cause",
      "Retried writes, by cause: conflict, throttled, unavailable or misconfigured."),
  CONCURRENCY(
      "tributary_sink_concurrency",
      Kind.GAUGE,
      "",
      "Current limit of concurrent requests to DynamoDB, up to sink.writers."),
  WRITES(
      "tributary_sink_write",
      Kind.TIMER,
      "",
      "Time from reading a record to the result of its write, waits and retries included."),
  IN_FLIGHT(
      "tributary_sink_in_flight",
      Kind.GAUGE,
      "",
      "Records read and not yet committed; at most sink.inflight.records."),
  /** Records not fetched yet. */
  LAG(
      "tributary_sink_lag",
      Kind.GAUGE,
      "topic",
      "Records not fetched yet, transaction markers included. Sum over instances: the stage's lag."),
  /** Offsets that vanished. */
  LOG_GAPS(
      "tributary_sink_log_gaps",
      Kind.COUNTER,
      "topic",
      "Offsets of records that were removed before the sink read them: alert."),
  /** Commits of foreign programs. */
  FOREIGN_COMMITS(
      "tributary_sink_foreign_commits",
      Kind.COUNTER,
      "topic",
      "Commits of other programs in the sink's group; their records are read again: alert."),
  /** Age of the oldest record in flight. */
  OLDEST(
      "tributary_sink_oldest",
      Kind.GAUGE,
      "",
      "Seconds since the oldest unfinished record was read; 0 when idle."),
  DEAD_LETTERS(
      "tributary_sink_dead_letters",
      Kind.COUNTER,
      "code",
      "Dead letters committed with their records' offsets; every code starts at 0."),
  COMMITS(
      "tributary_sink_commits",
      Kind.COUNTER,
      "kind",
      "Commits of offsets: plain, or as a transaction with dead letters."),
  /** Records of table streams. */
  STREAM_RECORDS(
      "tributary_sink_stream_records",
      Kind.COUNTER,
      "outcome",
      "Records of table streams: relayed and unknown (expired items), deleted (by hand), written."),
  /** Gaps in table streams. */
  STREAM_GAPS(
      "tributary_sink_stream_gaps",
      Kind.COUNTER,
      "",
      "Streams that had lost unrelayed records; the sweep counts their expiries later."),
  /** Delay of a relay. */
  RELAY_BEHIND(
      "tributary_sink_relay_behind",
      Kind.GAUGE,
      "table",
      "Seconds since the last relayed stream record; 0 at the end, and without relaying.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final Spec spec;

  SinkMeter(String name, Kind kind, String tags, String meaning) {
    this.spec = new Spec(name, kind, tags, meaning);
  }

  @Override
  public Spec spec() {
    return spec;
  }
}
