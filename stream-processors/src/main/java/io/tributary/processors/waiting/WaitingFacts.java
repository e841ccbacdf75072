package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.fact.FactApplication;
import io.tributary.processors.fact.FactHandler;
import io.tributary.processors.fact.FactRecord;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.store.TaskStores;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.WaitKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The facts of one task that wait for others. A fact that arrives first ends the facts of its key
 * that have waited too long; then it waits itself, or is applied and releases the facts that waited
 * for it.
 */
public final class WaitingFacts<K, F extends SpecificRecordBase> implements FactHandler<F> {

  private final FactSource<K, F> source;
  private final WaitPolicy<F> policy;
  private final WaitingStep<F> step;
  private final FactApplication<F> application;
  private final ValueFormat format;
  private final WaitingEntries entries;

  /** Times of ticks that are under way, by their scope. */
  private final Map<String, Long> ticking = new HashMap<>();

  public WaitingFacts(
      FactSource<K, F> source,
      WaitPolicy<F> policy,
      WaitingStep<F> step,
      ValueFormat format,
      TaskStores stores,
      FactApplication<F> application) {
    this.source = source;
    this.policy = policy;
    this.step = step;
    this.application = application;
    this.format = format;
    this.entries = new WaitingEntries(policy, format, stores);
  }

  @Override
  public void check(F fact) {
    step.check(fact);
  }

  @Override
  public void handle(FactRecord arrived, F fact) {
    Optional<String> target;
    try {
      target = step.waitsFor(fact);
    } catch (RuntimeException e) {
      application.deadLetter(arrived, e);
      return;
    }
    endOverdue(fact, arrived.timestamp());
    if (target.isEmpty()) {
      apply(arrived, fact);
    } else if (!entries.isEmpty() && policy.isFull(entries.count(keyOf(fact), callerOf(fact)))) {
      application.deadLetter(arrived, policy.full());
    } else {
      application.apply(arrived, fact, () -> List.of(begin(fact, arrived, target.get())));
    }
  }

  /** Ends the facts of the key that have waited too long by now, in the order of their log. */
  private void endOverdue(F fact, long timestamp) {
    if (entries.isEmpty()) {
      return;
    }
    for (WaitingEntry entry : entries.overdue(keyOf(fact), acceptedAt(fact))) {
      if (policy.end().isEnd(fact, entry.state().getAwaited()) && !release(entry, timestamp)) {
        deadLetter(entry, policy.over(), timestamp);
      }
    }
  }

  private void apply(FactRecord arrived, F fact) {
    Optional<List<OutputRecord<?, ?>>> applied =
        application.apply(arrived, fact, () -> step.apply(fact));
    if (applied.isEmpty() || entries.isEmpty()) {
      return;
    }
    step.satisfies(fact)
        .ifPresent(id -> releaseAll(entries.awaiting(keyOf(fact), id), fact, arrived.timestamp()));
    step.satisfiesAnyKey(fact)
        .filter(id -> leavesMore(id, fact, arrived.timestamp()))
        .filter(id -> applied.get().stream().noneMatch(this::isOfOwnTopic))
        .ifPresent(id -> appendContinuation(fact, arrived));
  }

  /** True when more facts wait for the target than one fact may release. */
  private boolean leavesMore(String id, F fact, long timestamp) {
    int most = policy.acrossKeys().orElseThrow();
    List<WaitingEntry> waiting = entries.awaiting(id, most + 1);
    int ended = releaseAll(waiting.stream().limit(most).toList(), fact, timestamp);
    // where none has ended, none would end the next time
    return waiting.size() > most && ended > 0;
  }

  /** The step's own continuation of a fact releases the others too. */
  private boolean isOfOwnTopic(OutputRecord<?, ?> outputRecord) {
    return outputRecord.topic().name().equals(source.topic().name());
  }

  private void appendContinuation(F fact, FactRecord arrived) {
    F again = step.continuation(fact);
    Set<Integer> here = Set.of(arrived.origin().partition());
    application.apply(
        arrived,
        fact,
        () ->
            List.of(new OutputRecord<>(source.topic(), source.keyOf().apply(again), again, here)));
  }

  /**
   * Applies facts that waited for it, in the order of their log; they release none themselves.
   *
   * @return the number of facts that wait no more
   */
  private int releaseAll(List<WaitingEntry> waiting, F satisfying, long timestamp) {
    int ended = 0;
    for (WaitingEntry entry : waiting) {
      if (policy.isOver(entry.state().getAcceptedAtMs(), acceptedAt(satisfying))) {
        deadLetter(entry, policy.over(), timestamp);
        ended++;
      } else if (release(entry, timestamp)) {
        ended++;
      }
    }
    return ended;
  }

  /** False when the fact has to wait on. */
  private boolean release(WaitingEntry entry, long timestamp) {
    FactRecord record = entry.record(timestamp);
    F fact;
    try {
      fact = factOf(entry);
      if (step.waitsFor(fact).isPresent()) {
        return false;
      }
    } catch (RuntimeException e) {
      deadLetter(entry, application.failureOf(e), timestamp);
      return true;
    }
    end(entry, timestamp);
    application.apply(record, fact, () -> step.apply(fact));
    return true;
  }

  private void deadLetter(WaitingEntry entry, Failure failure, long timestamp) {
    end(entry, timestamp);
    application.deadLetter(entry.record(timestamp), failure);
  }

  private OutputRecord<WaitKey, WaitingFact> begin(F fact, FactRecord record, String target) {
    WaitingEntry entry = WaitingEntry.of(keyOf(fact), acceptedAt(fact), record, target);
    entries.add(entry, callerOf(fact));
    return new OutputRecord<>(policy.waits(), entry.key(), entry.state());
  }

  private void end(WaitingEntry entry, long timestamp) {
    entries.remove(entry);
    ticking.remove(policy.end().scopeOf(entry.state()));
    FactEnvelope envelope =
        ServiceEnvelope.PROCESSORS.of(
            "ended " + entry.record(timestamp).origin(),
            entry.key().factKey(),
            entry.state().getAcceptedAtMs());
    application.emit(new OutputRecord<>(policy.waits(), entry.key(), null), timestamp, envelope);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Facts that are overdue by the wall clock get a tick, one at a time for all of a scope, and
   * another if that has ended nothing for long.
   */
  @Override
  public List<OutputRecord<?, ?>> onTimer(long wallClock) {
    entries.visitDue(wallClock, entry -> nextLook(entry, wallClock));
    return step.onTimer(wallClock);
  }

  private long nextLook(WaitingEntry entry, long wallClock) {
    long began = entry.state().getAcceptedAtMs();
    boolean over = policy.isOver(began, wallClock);
    boolean done = over && (isTicking(entry) || tick(entry, wallClock));
    return WaitingByTarget.endOf(policy, done ? wallClock : began);
  }

  private boolean isTicking(WaitingEntry entry) {
    Long underWay = ticking.get(policy.end().scopeOf(entry.state()));
    return underWay != null && policy.isOver(entry.state().getAcceptedAtMs(), underWay);
  }

  /** False when the tick has to be tried again soon. */
  private boolean tick(WaitingEntry entry, long now) {
    F fact;
    try {
      fact = factOf(entry);
    } catch (SchemaUnavailableException e) {
      return false;
    } catch (RuntimeException e) {
      deadLetter(entry, application.failureOf(e), now);
      return true;
    }
    ticking.put(policy.end().scopeOf(entry.state()), now);
    FactEnvelope envelope = source.envelopeOf().apply(fact);
    FactEnvelope tick =
        ServiceEnvelope.PROCESSORS.of("tick " + envelope.getFactId(), envelope.getRequestId(), now);
    application.emit(
        policy.end().tick(source, fact, tick, entry.state().getPartition()), now, tick);
    return true;
  }

  /** The waiting fact; fails like {@link FactSource#read} when its schema is gone. */
  private F factOf(WaitingEntry entry) {
    FactRecord record = entry.record(0);
    return source.read(format, record.key(), record.value());
  }

  private String keyOf(F fact) {
    return source.topic().keys().encode(source.keyOf().apply(fact));
  }

  private long acceptedAt(F fact) {
    return source.envelopeOf().apply(fact).getAcceptedAtMs();
  }

  private String callerOf(F fact) {
    return source.envelopeOf().apply(fact).getCaller();
  }
}
