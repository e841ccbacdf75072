package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactSource;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Which facts end waits that are over, where nothing has come, and the ticks that see to it where
 * there would be none.
 */
public interface WaitTimeout<F extends SpecificRecordBase> {

  /** True when a later fact of the key ends waits for an id, once they are over. */
  boolean isEnd(F later, String awaited);

  /** What a tick is for: one is under way for all waits of the same scope. */
  String scopeOf(WaitingFact waiting);

  /**
   * A fact that says how late it is, or becomes one.
   *
   * @param source where the fact that waits came from
   * @param now the tick's envelope
   * @param partition where it waits
   */
  <K> Emission<?, ?> tick(FactSource<K, F> source, F waiting, FactEnvelope now, int partition);

  /**
   * Any fact of the key, for what is awaited comes in the same log: nothing that was accepted in
   * time is behind it.
   *
   * @param made a fact of the same key as the one that waits, which says nothing but the time
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
      public <K> Emission<?, ?> tick(
          FactSource<K, F> source, F waiting, FactEnvelope now, int partition) {
        F tick = made.apply(waiting, now);
        return new Emission<>(source.topic(), source.keyOf().apply(tick), tick, Set.of(partition));
      }
    };
  }
}
