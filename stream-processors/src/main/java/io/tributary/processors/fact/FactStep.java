package io.tributary.processors.fact;

import java.util.List;
import java.util.stream.Stream;
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

  /** Both steps see each fact, this one first: a fact that it refuses does not reach the other. */
  default FactStep<F> then(FactStep<F> next) {
    FactStep<F> first = this;
    return new FactStep<>() {

      @Override
      public void init(ProcessorContext<?, ?> context) {
        first.init(context);
        next.init(context);
      }

      @Override
      public List<Emission<?, ?>> apply(F fact) {
        List<Emission<?, ?>> emissions = first.apply(fact);
        return Stream.concat(emissions.stream(), next.apply(fact).stream())
            .<Emission<?, ?>>map(emission -> emission)
            .toList();
      }
    };
  }
}
