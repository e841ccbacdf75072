package io.tributary.sink;

import io.tributary.runtime.metrics.Meter;
import java.util.List;

/**
 * What the sink measures. At any moment, over all tags:
 *
 * <p>{@code records = undecodable + outcomes + abandoned + waiting or being written}
 *
 * <p>and once everything is committed {@code dead_letters = undecodable + outcomes{rejected}}, or
 * less if records were redelivered: what is read twice is counted twice and buried once.
 */
public enum SinkMeter implements Meter {
  /** Records read. */
  RECORDS(
      "tributary_sink_records",
      Kind.COUNTER,
      "topic",
      "Records read from a topic, redeliveries included."),
  /** Records that no release can read. */
  UNDECODABLE(
      "tributary_sink_undecodable",
      Kind.COUNTER,
      "topic",
      "Records whose key or value cannot be decoded; each becomes a dead letter."),
  /** How writes ended. */
  OUTCOMES(
      "tributary_sink_outcomes",
      Kind.COUNTER,
      "outcome",
      "Writes by how they ended: stored; already_stored, a redelivery of a stored record;"
          + " duplicate, an id that was stored before and came again; stale, a state that a later"
          + " one has overtaken; superseded, a counter of which a newer record is written instead;"
          + " deleted; already_absent, a delete of what was not there;"
          + " not_expired, an item that was left because its time is not over; rejected, which"
          + " becomes a dead letter."),
  /** Records left to another instance. */
  ABANDONED(
      "tributary_sink_abandoned",
      Kind.COUNTER,
      "",
      "Records dropped because their partition went to another instance or reading starts afresh;"
          + " they come again."),
  /** Requests sent. */
  REQUESTS(
      "tributary_sink_requests",
      Kind.COUNTER,
      "operation",
      "Requests that write to DynamoDB, whatever came of them: TransactWriteItems for readings,"
          + " several in each, and for items that change together; PutItem for a single state;"
          + " DeleteItem for a removal."),
  /** Capacity used. */
  WRITE_UNITS(
      "tributary_sink_write_units",
      Kind.COUNTER,
      "",
      "Write capacity units that DynamoDB says requests took which worked."),
  /** Writes tried again. */
  RETRIES(
      "tributary_sink_retries",
      Kind.COUNTER,
      "cause",
      "Failed tries of writes that are tried again: conflict, throttled, unavailable or"
          + " misconfigured."),
  /** Duration of writes. */
  WRITES(
      "tributary_sink_write",
      Kind.TIMER,
      "",
      "Time from reading a record until its write has an outcome, waits and retries included."),
  /** Records held. */
  IN_FLIGHT(
      "tributary_sink_in_flight",
      Kind.GAUGE,
      "",
      "Records read whose offset cannot be committed yet; at most sink.inflight.records."),
  /** Records not read yet. */
  LAG(
      "tributary_sink_lag",
      Kind.GAUGE,
      "topic",
      "Records that follow those which this instance fetched last, over its partitions of the topic."
          + " Markers of transactions count too. The sum over all instances is the lag of the stage."
          + " It rests while a sink holds all that it may and fetches no more; see"
          + " tributary_sink_oldest then."),
  /** Age of what is in hand. */
  OLDEST(
      "tributary_sink_oldest",
      Kind.GAUGE,
      "",
      "Seconds since the oldest record was read whose write is not yet finished; 0 when there is"
          + " none."),
  /** Dead letters sent. */
  DEAD_LETTERS(
      "tributary_sink_dead_letters",
      Kind.COUNTER,
      "code",
      "Dead letters committed together with the offsets of their records; from 0 on for every code"
          + " of the sink."),
  /** Commits done. */
  COMMITS(
      "tributary_sink_commits",
      Kind.COUNTER,
      "kind",
      "Commits of offsets: plain, or a transaction with dead letters."),
  /** Changes that streams told. */
  STREAM_RECORDS(
      "tributary_sink_stream_records",
      Kind.COUNTER,
      "outcome",
      "Records read from tables' streams, those read again after a restart included: relayed, which"
          + " are items that expired and become facts; unknown, items that expired and are none of"
          + " the family's that do; deleted, by somebody; written."),
  /** Parts of streams that were lost. */
  STREAM_GAPS(
      "tributary_sink_stream_gaps",
      Kind.COUNTER,
      "",
      "How often a stream no longer had what followed a position: the relay slept too long, or the"
          + " stream was replaced. What expired unseen is counted later, past its expiry."),
  /** Age of what is not yet relayed. */
  RELAY_BEHIND(
      "tributary_sink_relay_behind",
      Kind.GAUGE,
      "table",
      "Seconds from the last record relayed from a table's stream until now; 0 when all of it is"
          + " read, and at every sink but the one that relays.");

  private final String meter;
  private final Kind kind;
  private final String tag;
  private final String meaning;

  SinkMeter(String meter, Kind kind, String tag, String meaning) {
    this.meter = meter;
    this.kind = kind;
    this.tag = tag;
    this.meaning = meaning;
  }

  @Override
  public String meter() {
    return meter;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<String> tags() {
    return tag.isEmpty() ? List.of() : List.of(tag);
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
