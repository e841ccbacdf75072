package io.tributary.processors.command;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.AggregateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/** Decides commands in log order, one writer for each aggregate: the first claim wins. */
public final class CommandStep<C extends SpecificRecordBase, S extends SpecificRecordBase>
    implements FactStep<C> {

  private final CommandRules<C, S> rules;
  private final AggregateStore<S> aggregates;

  public CommandStep(CommandRules<C, S> rules, AggregateStore<S> aggregates) {
    this.rules = rules;
    this.aggregates = aggregates;
  }

  @Override
  public List<OutputRecord<?, ?>> apply(C command) {
    String subject = rules.commands().keyOf().apply(command);
    Optional<S> state = aggregates.find(subject);
    Decision<S> decision = rules.rule().decide(command, state, aggregates.nextRev(state));
    Optional<S> change = decision.change();
    if (state.isEmpty()) {
      change = change.map(created -> aggregates.remembering(subject, created));
    }

    List<OutputRecord<?, ?>> outputRecords = new ArrayList<>();
    change.ifPresent(changed -> outputRecords.add(aggregates.keep(subject, changed)));
    outputRecords.add(outcome(command, subject, decision, change.or(() -> state)));
    return outputRecords;
  }

  private OutputRecord<?, ?> outcome(
      C command, String subject, Decision<S> decision, Optional<S> after) {
    Outcomes outcomes = new Outcomes(rules.outcomes());
    FactEnvelope envelope = rules.commands().envelopeOf().apply(command);
    if (decision.rejection().isPresent()) {
      return outcomes.rejected(envelope, subject, decision.rejection().get());
    }
    Long rev = after.map(state -> rules.aggregates().revOf().applyAsLong(state)).orElse(null);
    return outcomes.applied(envelope, subject, rev, null);
  }
}
