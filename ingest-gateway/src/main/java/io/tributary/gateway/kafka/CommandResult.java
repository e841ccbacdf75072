package io.tributary.gateway.kafka;

import java.util.Optional;

/** The result of a command. */
public sealed interface CommandResult {

  /**
   * It took effect, and this instance's directory shows it.
   *
   * @param made id of what it made, if it makes things that have one
   */
  record Applied(Optional<String> made) implements CommandResult {}

  /**
   * It was refused.
   *
   * @param code the single writer's reason
   */
  record Rejected(String code) implements CommandResult {}

  /** Undecided by the deadline; may still take effect. */
  record Undecided(String reason) implements CommandResult {}
}
