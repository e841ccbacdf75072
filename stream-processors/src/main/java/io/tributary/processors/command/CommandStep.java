package io.tributary.processors.command;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactStep;
import io.tributary.schemas.framing.Framing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** Decides commands in log order, one writer for each subject: the first claim wins. */
public final class CommandStep<C extends SpecificRecordBase, S extends SpecificRecordBase>
    implements FactStep<C> {

  private static final long REVS_OF_A_GENERATION = 1_000_000_000_000L;

  private final CommandRules<C, S> rules;
  private final String storeName;
  private final Framing framing;
  private final long firstRev;
  private @Nullable KeyValueStore<String, byte[]> subjects;

  /**
   * A step of one task.
   *
   * @param generation raised when facts are processed afresh, so that new states win over old items
   */
  public CommandStep(CommandRules<C, S> rules, String storeName, Framing framing, int generation) {
    this.rules = rules;
    this.storeName = storeName;
    this.framing = framing;
    this.firstRev = generation * REVS_OF_A_GENERATION + 1;
  }

  /** The store of subjects that the step needs; its changelog keeps the newest state of each. */
  public static StoreBuilder<KeyValueStore<String, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
        .withCachingDisabled();
  }

  @Override
  public void init(ProcessorContext<?, ?> context) {
    subjects = context.getStateStore(storeName);
  }

  @Override
  public List<Emission<?, ?>> apply(C command) {
    if (subjects == null) {
      throw new IllegalStateException("not initialized");
    }
    String subject = rules.commands().keyOf().apply(command);
    byte[] stored = subjects.get(subject);
    Optional<S> state =
        Optional.ofNullable(stored)
            .map(bytes -> framing.decode(rules.directory().requiredValueType(), bytes));
    long nextRev = state.map(s -> rules.revOf().applyAsLong(s) + 1).orElse(firstRev);
    Decision<S> decision = rules.rule().decide(command, state, nextRev);

    List<Emission<?, ?>> emissions = new ArrayList<>();
    if (decision.change().isPresent()) {
      S changed = decision.change().get();
      subjects.put(subject, framing.encode(changed));
      emissions.add(new Emission<>(rules.directory(), subject, changed));
    }
    Optional<S> after = decision.change().or(() -> state);
    emissions.add(
        new Emission<>(rules.outcomes(), subject, outcome(command, subject, decision, after)));
    return emissions;
  }

  private CommandOutcome outcome(
      C command, String subject, Decision<S> decision, Optional<S> after) {
    CommandOutcome.Builder outcome =
        CommandOutcome.newBuilder()
            .setCommandId(rules.commands().envelopeOf().apply(command).getFactId())
            .setSubject(subject);
    if (decision.rejection().isPresent()) {
      return outcome
          .setDecision(CommandDecision.REJECTED)
          .setCode(decision.rejection().get())
          .build();
    }
    Long rev = after.map(state -> rules.revOf().applyAsLong(state)).orElse(null);
    return outcome.setDecision(CommandDecision.APPLIED).setRev(rev).build();
  }
}
