package io.tributary.benchmarks.sink;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.replay.ReplayBounds;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplayRequest;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** What {@code replay run} starts, without a limit, behind records that wait in the topic. */
final class ReplaySide implements Side {

  private final Backlog backlog;
  private final ProcessHandle broker;
  private int rounds;

  /** A side whose records are in the topic, once. */
  ReplaySide(Backlog backlog, ProcessHandle broker) {
    this.backlog = backlog;
    this.broker = broker;
  }

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception {
    ReplayRequest order =
        new ReplayRequest(
            backlog.name() + ++rounds,
            Set.copyOf(backlog.tables()),
            SinkSettings.tablePrefix(settings),
            "",
            ReplayBounds.ALL,
            OptionalDouble.empty());
    return PipelineRound.run(
        meters -> new ReplayPipeline(settings, Ambient.system(), meters, order),
        backlog.count(),
        List.of(ProcessHandle.current(), endpoint.server().handle(), broker));
  }
}
