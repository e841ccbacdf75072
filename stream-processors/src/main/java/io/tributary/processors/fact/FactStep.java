package io.tributary.processors.fact;

import java.util.List;
import java.util.stream.Stream;

/**
 * The rules for one kind of fact, with the stores of one task. Decides from the fact and its stores
 * alone, never from a clock, so that a replay gives the same records.
 */
public interface FactStep<F> {

  /** {@link FactRefusedException} for a fact that breaks a rule; it has no effect at all then. */
  default void check(F fact) {}

  /**
   * The records that the fact becomes, in order; {@link FactRefusedException} for a fact that must
   * not be applied.
   */
  List<OutputRecord<?, ?>> apply(F fact);

  /**
   * The records that are due by the clock, every few seconds: facts of the step's own topic, so
   * that the log decides when they count, and records that change nothing.
   *
   * @param wallClock epoch milliseconds
   */
  default List<OutputRecord<?, ?>> onTimer(long wallClock) {
    return List.of();
  }

  /** Both steps, this one first: a fact that it refuses does not reach the other. */
  default FactStep<F> then(FactStep<F> next) {
    FactStep<F> first = this;
    return new FactStep<>() {
      @Override
      public void check(F fact) {
        first.check(fact);
        next.check(fact);
      }

      @Override
      public List<OutputRecord<?, ?>> apply(F fact) {
        return both(first.apply(fact), next.apply(fact));
      }

      @Override
      public List<OutputRecord<?, ?>> onTimer(long wallClock) {
        return both(first.onTimer(wallClock), next.onTimer(wallClock));
      }
    };
  }

  private static List<OutputRecord<?, ?>> both(
      List<OutputRecord<?, ?>> these, List<OutputRecord<?, ?>> those) {
    return Stream.concat(these.stream(), those.stream())
        .<OutputRecord<?, ?>>map(outputRecord -> outputRecord)
        .toList();
  }
}
