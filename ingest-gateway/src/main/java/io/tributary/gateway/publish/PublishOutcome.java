package io.tributary.gateway.publish;

/** What became of records that were published. */
public sealed interface PublishOutcome {

  /** All in-sync replicas have all of them. */
  record Acknowledged() implements PublishOutcome {}

  /**
   * Not all of them are known to be there; some may be.
   *
   * @param reason for the log
   */
  record Unconfirmed(String reason) implements PublishOutcome {}
}
