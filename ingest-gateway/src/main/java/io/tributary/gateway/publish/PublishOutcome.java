package io.tributary.gateway.publish;

/** The result of a publish. */
public sealed interface PublishOutcome {

  /** All in-sync replicas have all records. */
  record Acknowledged() implements PublishOutcome {}

  /**
   * Not all of them are known to be there; some may be.
   *
   * @param reason for the log
   */
  record Unconfirmed(String reason) implements PublishOutcome {}
}
