package io.tributary.processors.command;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.state.AggregateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/** Decides commands in log order, one writer for each aggregate: the first claim wins. */
public final class CommandStep<C extends SpecificRecordBase, S extends SpecificRecordBase>
    implements FactStep<C> {

  private final CommandRules<C, S> rules;
  private final AggregateStore<S> subjects;

  public CommandStep(CommandRules<C, S> rules, AggregateStore<S> subjects) {
    this.rules = rules;
    this.subjects = subjects;
  }

  @Override
  public List<Emission<?, ?>> apply(C command) {
    String subject = rules.commands().keyOf().apply(command);
    Optional<S> state = subjects.find(subject);
    Decision<S> decision = rules.rule().decide(command, state, subjects.nextRev(state));
    Optional<S> change = decision.change();
    if (state.isEmpty()) {
      change = change.map(created -> subjects.remembering(subject, created));
    }

    List<Emission<?, ?>> emissions = new ArrayList<>();
    change.ifPresent(changed -> emissions.add(subjects.keep(subject, changed)));
    emissions.add(outcome(command, subject, decision, change.or(() -> state)));
    return emissions;
  }

  private Emission<?, ?> outcome(
      C command, String subject, Decision<S> decision, Optional<S> after) {
    Outcomes outcomes = new Outcomes(rules.outcomes());
    FactEnvelope envelope = rules.commands().envelopeOf().apply(command);
    if (decision.rejection().isPresent()) {
      return outcomes.rejected(envelope, subject, decision.rejection().get());
    }
    Long rev = after.map(state -> rules.subjects().revOf().applyAsLong(state)).orElse(null);
    return outcomes.applied(envelope, subject, rev, null);
  }
}
