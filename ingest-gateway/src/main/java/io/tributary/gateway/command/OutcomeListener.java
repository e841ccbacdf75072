package io.tributary.gateway.command;

import io.tributary.avro.envelope.CommandOutcome;

@FunctionalInterface
public interface OutcomeListener {

  void decided(CommandOutcome outcome);
}
