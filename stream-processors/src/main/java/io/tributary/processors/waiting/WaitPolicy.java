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
 * How facts wait for others. A wait ends where a fact brings what it waits for, or where a fact
 * that ends such waits was accepted more than the longest time after it: a place in the log either
 * way, so that waits end alike on every replay.
 *
 * @param waits shows every fact that waits, until a tombstone says that it does no more
 * @param over why a fact is buried for which nothing came in time
 * @param end which facts end waits for which nothing came
 * @param acrossKeys how many waits a fact may end at once that brings what others of its partition
 *     wait for whatever their key; the fact is appended again for the rest. Nothing where facts
 *     bring that to their own key alone.
 */
public record WaitPolicy<F extends SpecificRecordBase>(
    Topic<WaitKey, WaitingFact> waits,
    Duration longest,
    Failure over,
    WaitTimeout<F> end,
    OptionalInt acrossKeys) {

  /** Facts of one key and caller that may wait at once. */
  private static final int MOST_WAITING = 1000;

  /** How facts wait for others of just their key, any of which ends waits that are over. */
  public WaitPolicy(
      Topic<WaitKey, WaitingFact> waits,
      Duration longest,
      Failure over,
      BiFunction<F, FactEnvelope, F> tick) {
    this(waits, longest, over, WaitTimeout.byAnyFact(tick), OptionalInt.empty());
  }

  /** The stores behind it; keys of the first are those of the topic. */
  public List<StoreBuilder<?>> stores() {
    return List.of(StateStores.ofBytes(storeName()), WaitingByTarget.store(this));
  }

  /** What its store is called. */
  String storeName() {
    return waits.name() + "-state";
  }

  /** True when no more facts of a key and caller may wait. */
  boolean isFull(long waiting) {
    return waiting >= MOST_WAITING;
  }

  /** Why a fact is buried at once that would wait where so many do. */
  public Failure full() {
    return new Failure(
        FailureCode.LIMIT_EXCEEDED,
        "it would wait where " + MOST_WAITING + " facts of its key and caller do");
  }

  /** Both moments in epoch milliseconds. */
  boolean isOver(long acceptedAt, long now) {
    return now - acceptedAt > longest.toMillis();
  }
}
