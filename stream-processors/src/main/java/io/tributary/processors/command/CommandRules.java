package io.tributary.processors.command;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.AggregateType;
import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Rules for one kind of command.
 *
 * @param commands with the aggregate's key
 */
public record CommandRules<C extends SpecificRecordBase, S extends SpecificRecordBase>(
    FactSource<String, C> commands,
    AggregateType<S> aggregates,
    Topic<String, CommandOutcome> outcomes,
    Rule<C, S> rule) {

  /** Decides about a command by it and the aggregate's state alone. */
  @FunctionalInterface
  public interface Rule<C, S> {

    /**
     * The decision.
     *
     * @param nextRev revision of a changed state
     */
    Decision<S> decide(C command, Optional<S> state, long nextRev);
  }
}
