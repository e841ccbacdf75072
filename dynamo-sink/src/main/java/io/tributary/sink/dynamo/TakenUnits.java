package io.tributary.sink.dynamo;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.write.WriteOutcome.Settled;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * Write units so far: as DynamoDB reports them, and one for each write that a condition refused,
 * which it does not report.
 */
public final class TakenUnits implements DoubleSupplier {

  private final Counter units;
  private final List<Counter> refused;

  /** Units by the meters of a sink. */
  public TakenUnits(Meters meters) {
    units = meters.counter(SinkMeter.WRITE_UNITS);
    refused =
        Stream.of(Settled.ALREADY_STORED, Settled.DUPLICATE, Settled.STALE, Settled.NOT_EXPIRED)
            .map(outcome -> meters.counter(SinkMeter.OUTCOMES, outcome.label()))
            .toList();
  }

  @Override
  public double getAsDouble() {
    return units.count() + refused.stream().mapToDouble(Counter::count).sum();
  }
}
