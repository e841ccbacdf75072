package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.store.StateStores;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Policy for facts that wait for others. A wait ends at a fact that satisfies it, or at a later
 * fact of the kind that ends overdue waits: a place in the log either way, so that every replay
 * gives the same.
 *
 * @param waits every waiting fact, until its tombstone
 * @param over failure of an overdue fact
 * @param end facts that end overdue waits
 * @param acrossKeys limit of releases by one fact that satisfies any key of its partition; the rest
 *     follows its continuation. Empty where facts satisfy their own key alone
 */
public record WaitPolicy<F extends SpecificRecordBase>(
    Topic<WaitKey, WaitingFact> waits,
    Duration longest,
    Failure over,
    WaitTimeout<F> end,
    OptionalInt acrossKeys) {

  /** Limit of waiting facts of one key and caller. */
  private static final int MOST_WAITING = 1000;

  /** Policy for facts that wait for others of their key; any later one ends overdue waits. */
  public WaitPolicy(
      Topic<WaitKey, WaitingFact> waits,
      Duration longest,
      Failure over,
      BiFunction<F, FactEnvelope, F> tick) {
    this(waits, longest, over, WaitTimeout.byAnyFact(tick), OptionalInt.empty());
  }

  /** The stores of the policy; keys of the first are those of the topic. */
  public List<StoreBuilder<?>> stores() {
    return List.of(StateStores.ofBytes(storeName()), WaitingByTarget.store(this));
  }

  String storeName() {
    return waits.name() + "-state";
  }

  /** True when no more facts of a key and caller may wait. */
  boolean isFull(long waiting) {
    return waiting >= MOST_WAITING;
  }

  /** Failure of a fact that would exceed the limit. */
  public Failure full() {
    return new Failure(
        FailureCode.LIMIT_EXCEEDED,
        "it would wait where " + MOST_WAITING + " facts of its key and caller do");
  }

  /** True when the wait is over; both in epoch milliseconds. */
  boolean isOver(long acceptedAt, long now) {
    return now - acceptedAt > longest.toMillis();
  }
}
