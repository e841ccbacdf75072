package io.tributary.processors.waiting;

import io.tributary.processors.fact.FactStep;
import java.util.Optional;

/** The rules for facts that may wait for others. */
public interface WaitingStep<F> extends FactStep<F> {

  /** Id of the target that the fact must wait for; mostly empty. */
  Optional<String> waitsFor(F fact);

  /** Id of the target that the applied fact is, for facts of its key. */
  Optional<String> satisfies(F fact);

  /** Id of the target that the applied fact is, for facts of its partition with any key. */
  default Optional<String> satisfiesAnyKey(F fact) {
    return Optional.empty();
  }

  /**
   * The fact as it is appended again after it satisfied as many waiting facts as one may: applied,
   * it only satisfies the others.
   */
  default F continuation(F fact) {
    return fact;
  }
}
