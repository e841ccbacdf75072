package io.tributary.sink.write;

import io.micrometer.core.instrument.Timer;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Counts outcomes and times writes. */
public final class MeteredItemStore implements ItemStore {

  private final ItemStore next;
  private final Meters meters;
  private final Timer timer;

  public MeteredItemStore(ItemStore next, Meters meters) {
    this.next = next;
    this.meters = meters;
    this.timer = meters.timer(SinkMeter.WRITES);
  }

  @Override
  public Optional<WriteOutcome> store(ItemWrite write, BooleanSupplier abandoned)
      throws InterruptedException {
    Timer.Sample sample = Timer.start(meters.registry());
    Optional<WriteOutcome> outcome = next.store(write, abandoned);
    outcome.ifPresent(
        ended -> {
          sample.stop(timer);
          meters.counter(SinkMeter.OUTCOMES, ended.label()).increment();
        });
    return outcome;
  }
}
