package io.tributary.schemas.topic;

/** What a topic holds, which settles who writes it. */
public enum TopicKind {
  /**
   * What happened, as accepted; written by the gateway, but for ticks of the processors' clock and
   * what the processors pass on to the inboxes that it concerns.
   */
  FACTS("ingest-gateway", false),
  /** Facts that a table's stream tells: what DynamoDB removed because it had expired. */
  EXPIRIES("dynamo-sink", false),
  /** What a table must hold, or subscribers alone are to learn; written by the processors. */
  RECORDS("stream-processors", true),
  /** Decisions about commands; written by the processors, read by the gateway that waits. */
  OUTCOMES("stream-processors", true),
  /**
   * Facts that wait for another one, until it comes or the wait ends; written by the processors.
   */
  WAITS("stream-processors", true),
  /** How far tables' streams have been relayed; read by whoever goes on. */
  POSITIONS("dynamo-sink", true),
  /** What could not be processed or stored; written by any stage. */
  DEAD_LETTERS("any stage", true),
  /** What operators have decided about dead letters. */
  FATES("operator-cli", true),
  /**
   * Records that the sink could not store, sent to it again; they keep the bytes of their origin.
   */
  REDRIVES("operator-cli", true),
  /**
   * What instances agree on about the pipeline itself: the gateway's secrets, and, written by
   * whichever module is first to do it, that records carry ids of a schema registry.
   */
  META("any module", false),
  /** Which processing of the facts is live. */
  GENERATIONS("operator-cli", false);

  private final String writer;
  private final boolean derived;

  TopicKind(String writer, boolean derived) {
    this.writer = writer;
    this.derived = derived;
  }

  /** The module that writes topics of this kind. */
  public String writer() {
    return writer;
  }

  /**
   * True for what follows from facts, and is made anew by each generation of processors; facts, and
   * what instances agree on, are the same for all.
   */
  public boolean isDerived() {
    return derived;
  }
}
