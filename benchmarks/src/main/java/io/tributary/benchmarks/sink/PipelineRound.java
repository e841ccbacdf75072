package io.tributary.benchmarks.sink;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** A round of a pipeline that stores what waits in topics. */
final class PipelineRound {

  private static final Duration STOP = Duration.ofSeconds(60);

  private PipelineRound() {}

  /**
   * From start to close, when so many records have been stored.
   *
   * @param pipeline made with the meters that tell what it stores
   * @param processes whose processor time counts
   */
  static Round run(Function<Meters, Component> pipeline, long all, List<ProcessHandle> processes)
      throws Exception {
    Meters meters = new Meters();
    long begun = System.nanoTime();
    Component running = pipeline.apply(meters);
    Counter stored = meters.counter(SinkMeter.OUTCOMES, "stored");
    Speed speed;
    try {
      running.start();
      speed = Speed.watch(() -> (long) stored.count(), all, processes);
    } finally {
      running.close(Deadline.after(STOP, Ambient.system().ticker()));
    }
    double count = stored.count();
    double whole = count * 1e9 / (System.nanoTime() - begun);
    return new Round(
        speed,
        whole,
        (requests(meters, "TransactWriteItems") + requests(meters, "PutItem")) / count,
        meters.counter(SinkMeter.WRITE_UNITS).count() / count);
  }

  private static double requests(Meters meters, String operation) {
    return meters.counter(SinkMeter.REQUESTS, operation).count();
  }
}
