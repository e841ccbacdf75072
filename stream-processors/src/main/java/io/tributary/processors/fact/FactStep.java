package io.tributary.processors.fact;

import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * What becomes of one kind of fact. Decides from the fact and its own stores alone, never from a
 * clock, so that a replay gives the same records.
 */
public interface FactStep<F> {

  /** Fetches the step's stores, if it has any. */
  default void init(ProcessorContext<?, ?> context) {}

  /**
   * The records that the fact becomes, in order; {@link FactRefusedException} when it is no good,
   * with nothing changed.
   */
  List<Emission<?, ?>> apply(F fact);
}
