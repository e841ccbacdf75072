package io.tributary.gateway.command;

import io.tributary.avro.envelope.CommandOutcome;

/** Told of every outcome of a family's commands. */
@FunctionalInterface
public interface OutcomeListener {

  /** A command, perhaps of another instance, is decided. */
  void decided(CommandOutcome outcome);
}
