package io.tributary.processors.fact;

import io.tributary.processors.store.TaskStores;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What becomes of one kind of fact. Decides from the fact and its own stores alone, never from a
 * clock, so that a replay gives the same records.
 */
public interface FactStep<F> {

  /** Fetches the step's stores, if it has any. */
  default void init(TaskStores stores) {}

  /** {@link FactRefusedException} when the fact is no good: then it has no effect at all. */
  default void check(F fact) {}

  /** Id of what the fact must wait for, on a path where facts wait; mostly there is none. */
  default Optional<String> waitsFor(F fact) {
    return Optional.empty();
  }

  /** Id of what others of its key may wait for, once the fact is applied. */
  default Optional<String> satisfies(F fact) {
    return Optional.empty();
  }

  /** Id of what others of its partition may wait for whatever their key, once it is applied. */
  default Optional<String> satisfiesAnyKey(F fact) {
    return Optional.empty();
  }

  /**
   * The fact as it is appended again when it has brought something to more waits than may end at
   * once, and the step itself has appended nothing: applied, it only brings that to the others.
   */
  default F continuation(F fact) {
    return fact;
  }

  /**
   * What is due by the clock, asked for every few seconds: facts of the step's own topic, so that
   * the log decides when they count, and records that change nothing.
   *
   * @param wallClock epoch milliseconds
   */
  default List<Emission<?, ?>> onTimer(long wallClock) {
    return List.of();
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
      public void init(TaskStores stores) {
        first.init(stores);
        next.init(stores);
      }

      @Override
      public void check(F fact) {
        first.check(fact);
        next.check(fact);
      }

      @Override
      public Optional<String> waitsFor(F fact) {
        return first.waitsFor(fact).or(() -> next.waitsFor(fact));
      }

      @Override
      public Optional<String> satisfies(F fact) {
        return first.satisfies(fact).or(() -> next.satisfies(fact));
      }

      @Override
      public Optional<String> satisfiesAnyKey(F fact) {
        return first.satisfiesAnyKey(fact).or(() -> next.satisfiesAnyKey(fact));
      }

      @Override
      public F continuation(F fact) {
        return next.continuation(first.continuation(fact));
      }

      @Override
      public List<Emission<?, ?>> onTimer(long wallClock) {
        return both(first.onTimer(wallClock), next.onTimer(wallClock));
      }

      @Override
      public List<Emission<?, ?>> apply(F fact) {
        return both(first.apply(fact), next.apply(fact));
      }
    };
  }

  private static List<Emission<?, ?>> both(List<Emission<?, ?>> these, List<Emission<?, ?>> those) {
    return Stream.concat(these.stream(), those.stream())
        .<Emission<?, ?>>map(emission -> emission)
        .toList();
  }
}
