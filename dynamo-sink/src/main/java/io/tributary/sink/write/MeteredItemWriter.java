package io.tributary.sink.write;

import io.micrometer.core.instrument.Timer;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import java.util.List;

/** Counts outcomes and times writes. */
public final class MeteredItemWriter implements ItemWriter {

  private final ItemWriter next;
  private final Meters meters;
  private final Timer timer;

  public MeteredItemWriter(ItemWriter next, Meters meters) {
    this.next = next;
    this.meters = meters;
    this.timer = meters.timer(SinkMeter.WRITES);
  }

  @Override
  public List<WriteOutcome> write(List<ItemWrite> writes) throws InterruptedException {
    Timer.Sample sample = Timer.start(meters.registry());
    List<WriteOutcome> outcomes = next.write(writes);
    sample.stop(timer);
    outcomes.forEach(outcome -> meters.counter(SinkMeter.OUTCOMES, outcome.label()).increment());
    return outcomes;
  }
}
