package io.tributary.gateway.kafka;

public sealed interface PublishResult {

  /** All in-sync replicas have all records. */
  record Acknowledged() implements PublishResult {}

  /** Some records may be missing. */
  record Unconfirmed(String reason) implements PublishResult {}
}
