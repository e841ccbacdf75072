package io.tributary.schemas.topic;

/** The kind of a topic: its writer and its content. */
public enum TopicKind {
  FACTS(
      "ingest-gateway",
      "accepted events; processors add events that they derive for another key",
      false),
  EXPIRIES("dynamo-sink", "items that DynamoDB removed because their time was over", false),
  RECORDS("stream-processors", "the state of an item, or a message to subscribers", true),
  OUTCOMES("stream-processors", "answers to commands, read by the gateway that waits", true),
  WAITS("stream-processors", "facts that wait for another fact", true),
  POSITIONS("dynamo-sink", "how far a table's stream has been read", true),
  DEAD_LETTERS(
      "stream-processors, dynamo-sink", "facts and records that could not be processed", true),
  DECISIONS("operator-cli", "operators' decisions about dead letters", true),
  REDRIVES("operator-cli", "records sent to the sink again, in their original bytes", true),
  META("all services", "secrets' fingerprints and schema ids that all instances share", false),
  GENERATIONS("operator-cli", "the generation that is live", false);

  private final String writer;
  private final String content;
  private final boolean derived;

  TopicKind(String writer, String content, boolean derived) {
    this.writer = writer;
    this.content = content;
    this.derived = derived;
  }

  public String writer() {
    return writer;
  }

  public String content() {
    return content;
  }

  /** True for the kinds that processors read. */
  public boolean isFact() {
    return this == FACTS || this == EXPIRIES;
  }

  /**
   * True for kinds that each generation of processors makes anew from facts. The others are the
   * same for all generations.
   */
  public boolean isDerived() {
    return derived;
  }
}
