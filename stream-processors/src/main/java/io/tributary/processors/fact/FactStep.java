package io.tributary.processors.fact;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * What becomes of one kind of fact. Decides from the fact and its own stores alone, never from a
 * clock, so that a replay gives the same records.
 */
public interface FactStep<F> {

  /** Fetches the step's stores, if it has any. */
  default void init(ProcessorContext<?, ?> context) {}

  /** {@link FactRefusedException} when the fact is no good: then it has no effect at all. */
  default void check(F fact) {}

  /** Id of what the fact must wait for, on a path where facts wait; mostly there is none. */
  default Optional<String> awaits(F fact) {
    return Optional.empty();
  }

  /** Id of what others of its key may wait for, once the fact is applied. */
  default Optional<String> brings(F fact) {
    return Optional.empty();
  }

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
      public void check(F fact) {
        first.check(fact);
        next.check(fact);
      }

      @Override
      public Optional<String> awaits(F fact) {
        return first.awaits(fact).or(() -> next.awaits(fact));
      }

      @Override
      public Optional<String> brings(F fact) {
        return first.brings(fact).or(() -> next.brings(fact));
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
