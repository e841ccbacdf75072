package io.tributary.gateway.kafka;

/** The result of a publish. */
public sealed interface PublishResult {

  /** All in-sync replicas have all records. */
  record Acknowledged() implements PublishResult {}

  /**
   * Some records may be missing.
   *
   * @param reason for the log
   */
  record Unconfirmed(String reason) implements PublishResult {}
}
