package io.tributary.schemas.topic;

/** What a topic holds, which settles who writes it. */
public enum TopicKind {
  /**
   * What happened, as accepted; written by the gateway, but for ticks of the processors' clock and
   * what the processors pass on to the inboxes that it concerns.
   */
  FACTS("ingest-gateway"),
  /** Facts that a table's stream tells: what DynamoDB removed because it had expired. */
  EXPIRIES("dynamo-sink"),
  /** What a table must hold, or subscribers alone are to learn; written by the processors. */
  RECORDS("stream-processors"),
  /** Decisions about commands; written by the processors, read by the gateway that waits. */
  OUTCOMES("stream-processors"),
  /**
   * Facts that wait for another one, until it comes or the wait ends; written by the processors.
   */
  WAITS("stream-processors"),
  /** How far tables' streams have been relayed; read by whoever goes on. */
  POSITIONS("dynamo-sink"),
  /** What could not be processed or stored; written by any stage. */
  DEAD_LETTERS("any stage"),
  /** What operators have decided about dead letters. */
  FATES("operator-cli"),
  /**
   * Records that the sink could not store, sent to it again; they keep the bytes of their origin.
   */
  REDRIVES("operator-cli"),
  /** What instances agree on about the pipeline itself. */
  META("ingest-gateway");

  private final String writer;

  TopicKind(String writer) {
    this.writer = writer;
  }

  /** The module that writes topics of this kind. */
  public String writer() {
    return writer;
  }
}
