package io.tributary.benchmarks.sink;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.util.List;

/** The sink as it runs in the service, started behind readings that wait in the topic. */
final class SinkSide implements Side {

  private static final Duration STOP = Duration.ofSeconds(20);

  private final Readings readings;
  private final ProcessHandle broker;

  SinkSide(Readings readings, ProcessHandle broker) {
    this.readings = readings;
    this.broker = broker;
  }

  @Override
  public String name() {
    return "sink";
  }

  @Override
  public Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception {
    readings.append(new KafkaClients(settings), repeats);
    Ambient ambient = Ambient.system();
    Meters meters = new Meters();
    SinkPipeline sink = new SinkPipeline(settings, ambient, meters);
    Counter stored = meters.counter(SinkMeter.OUTCOMES, "stored");
    Speed speed;
    try {
      sink.start();
      speed =
          Speed.watch(
              () -> (long) stored.count(),
              (long) readings.count() * repeats,
              List.of(ProcessHandle.current(), endpoint.server().handle(), broker));
    } finally {
      sink.close(Deadline.after(STOP, ambient.ticker()));
    }
    return new Round(
        speed,
        meters.counter(SinkMeter.REQUESTS, "TransactWriteItems").count() / stored.count(),
        meters.counter(SinkMeter.WRITE_UNITS).count() / stored.count());
  }
}
