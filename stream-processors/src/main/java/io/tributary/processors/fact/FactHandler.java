package io.tributary.processors.fact;

import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Handler of the readable facts of one task. */
public interface FactHandler<F extends SpecificRecordBase> {

  /** {@link FactRefusedException} for a fact that breaks a rule. */
  void check(F fact);

  void handle(FactRecord record, F fact);

  /** The records that are due by the clock. */
  List<OutputRecord<?, ?>> onTimer(long wallClock);

  /** A handler that applies each fact at once. */
  static <F extends SpecificRecordBase> FactHandler<F> of(
      FactStep<F> step, FactApplication<F> application) {
    return new FactHandler<>() {
      @Override
      public void check(F fact) {
        step.check(fact);
      }

      @Override
      public void handle(FactRecord record, F fact) {
        application.apply(record, fact, () -> step.apply(fact));
      }

      @Override
      public List<OutputRecord<?, ?>> onTimer(long wallClock) {
        return step.onTimer(wallClock);
      }
    };
  }
}
