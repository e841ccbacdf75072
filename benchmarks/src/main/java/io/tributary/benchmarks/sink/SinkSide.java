package io.tributary.benchmarks.sink;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.sink.SinkPipeline;
import java.util.List;

/** The sink as it runs in the service, started behind records that wait in the topic. */
final class SinkSide implements Side {

  private final Backlog backlog;
  private final ProcessHandle broker;

  SinkSide(Backlog backlog, ProcessHandle broker) {
    this.backlog = backlog;
    this.broker = broker;
  }

  @Override
  public String name() {
    return "sink";
  }

  @Override
  public Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception {
    backlog.append(new KafkaClients(settings), repeats);
    return PipelineRound.run(
        meters -> SinkPipeline.of(settings, Ambient.system(), meters),
        (long) backlog.count() * repeats,
        List.of(ProcessHandle.current(), endpoint.server().handle(), broker));
  }
}
