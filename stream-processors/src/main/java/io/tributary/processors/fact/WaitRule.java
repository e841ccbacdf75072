package io.tributary.processors.fact;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.store.StateStores;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * How facts wait for others of their key. A wait is over once a fact of the key was accepted more
 * than the longest time after the fact that waits, or has brought what it waits for: a place in the
 * log either way, so that waits end alike on every replay.
 *
 * @param waits shows every fact that waits, until a tombstone says that it does no more
 * @param over why a fact is buried for which nothing came in time
 * @param tick a fact of the same key as the one that waits, which says nothing but the time of its
 *     envelope; for keys that are silent
 * @param acrossKeys whether a fact may bring what others of its partition wait for
 */
public record WaitRule<F>(
    Topic<WaitKey, WaitingFact> waits,
    Duration longest,
    Failure over,
    BiFunction<F, FactEnvelope, F> tick,
    boolean acrossKeys) {

  /** Facts of one key that may wait at once: each fact of the key looks at all of them. */
  private static final int MOST_WAITING = 1000;

  /** How facts wait for others of just their key. */
  public WaitRule(
      Topic<WaitKey, WaitingFact> waits,
      Duration longest,
      Failure over,
      BiFunction<F, FactEnvelope, F> tick) {
    this(waits, longest, over, tick, false);
  }

  /** The stores behind it; keys of the first are those of the topic. */
  public List<StoreBuilder<?>> stores() {
    StoreBuilder<?> waiting = StateStores.ofBytes(storeName());
    return acrossKeys ? List.of(waiting, AwaitedIndex.store(this)) : List.of(waiting);
  }

  /** What its store is called. */
  String storeName() {
    return waits.name() + "-state";
  }

  /** True when no more facts of a key may wait. */
  boolean isFull(int waiting) {
    return waiting >= MOST_WAITING;
  }

  /** Why a fact is buried at once that would wait where so many do. */
  Failure full() {
    return new Failure(
        FailureCode.LIMIT_EXCEEDED, "it would wait where " + MOST_WAITING + " facts of its key do");
  }

  /** Both moments in epoch milliseconds. */
  boolean isOver(long acceptedAt, long now) {
    return now - acceptedAt > longest.toMillis();
  }
}
