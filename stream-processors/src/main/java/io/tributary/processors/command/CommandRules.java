package io.tributary.processors.command;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.AggregateType;
import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * What differs between one kind of command and another.
 *
 * @param commands where they come from; their key is the contested one
 * @param subjects what they change, under the same key
 * @param outcomes where whoever asked waits
 * @param rule decides
 */
public record CommandRules<C extends SpecificRecordBase, S extends SpecificRecordBase>(
    FactSource<String, C> commands,
    AggregateType<S> subjects,
    Topic<String, CommandOutcome> outcomes,
    Rule<C, S> rule) {

  /** Decides about a command from it and the subject's state alone. */
  @FunctionalInterface
  public interface Rule<C, S> {

    /**
     * The decision.
     *
     * @param state what the subject is; empty when there is none
     * @param nextRev the revision that a changed state must bear
     */
    Decision<S> decide(C command, Optional<S> state, long nextRev);
  }
}
