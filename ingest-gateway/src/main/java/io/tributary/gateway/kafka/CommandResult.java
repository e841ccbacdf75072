package io.tributary.gateway.kafka;

import java.util.Optional;

public sealed interface CommandResult {

  /** Applied, and visible on this instance; {@code made} is the id of a created thing. */
  record Applied(Optional<String> made) implements CommandResult {}

  /** Rejected with a code of the single writer. */
  record Rejected(String code) implements CommandResult {}

  /** Undecided by the deadline; may still take effect. */
  record Undecided(String reason) implements CommandResult {}
}
