package io.tributary.gateway.command;

/** What became of a command. */
public sealed interface CommandResult {

  /** It took effect, and this instance's directory shows it. */
  record Applied() implements CommandResult {}

  /**
   * It was refused.
   *
   * @param code the single writer's reason
   */
  record Rejected(String code) implements CommandResult {}

  /** Nobody knows yet; it may still take effect. */
  record Undecided(String reason) implements CommandResult {}
}
