package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.OutputRecord;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecordBase;

/** Facts that end overdue waits, and the ticks where none would come. */
public interface WaitTimeout<F extends SpecificRecordBase> {

  /** True when a later fact of the key ends overdue waits for a target. */
  boolean isEnd(F later, String awaited);

  /** Scope of a tick: one is under way for all waits of a scope. */
  String scopeOf(WaitingFact waiting);

  /**
   * A tick: a fact that carries the time, or becomes one that does.
   *
   * @param source of the waiting fact
   * @param now the tick's envelope
   * @param partition of the waiting fact
   */
  <K> OutputRecord<?, ?> tick(FactSource<K, F> source, F waiting, FactEnvelope now, int partition);

  /**
   * Timeout by any fact of the key, for targets in the same log: a target that was accepted in time
   * is not behind it.
   *
   * @param made a fact of the same key that carries only the time
   */
  static <F extends SpecificRecordBase> WaitTimeout<F> byAnyFact(
      BiFunction<F, FactEnvelope, F> made) {
    return new WaitTimeout<>() {

      @Override
      public boolean isEnd(F later, String awaited) {
        return true;
      }

      @Override
      public String scopeOf(WaitingFact waiting) {
        return waiting.getKey();
      }

      @Override
      public <K> OutputRecord<?, ?> tick(
          FactSource<K, F> source, F waiting, FactEnvelope now, int partition) {
        F tick = made.apply(waiting, now);
        return new OutputRecord<>(
            source.topic(), source.keyOf().apply(tick), tick, Set.of(partition));
      }
    };
  }
}
