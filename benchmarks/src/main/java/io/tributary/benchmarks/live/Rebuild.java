package io.tributary.benchmarks.live;

import io.tributary.benchmarks.sink.Backlog;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.replay.ReplayBounds;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplayRequest;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What {@code replay run} starts, from the first record on. */
final class Rebuild implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 20;

  private final Backlog backlog;
  private final ReplayPipeline pipeline;

  private Rebuild(Backlog backlog, ReplayPipeline pipeline) {
    this.backlog = backlog;
    this.pipeline = pipeline;
  }

  /**
   * Starts one and waits for its first writes.
   *
   * @param name of a group that has never been
   * @param limit write units a second, if it is to have one
   */
  static Rebuild start(Settings settings, String name, Backlog backlog, OptionalDouble limit)
      throws Exception {
    ReplayRequest order =
        new ReplayRequest(
            name,
            Set.copyOf(backlog.tables()),
            SinkSettings.tablePrefix(settings),
            "",
            ReplayBounds.ALL,
            limit);
    Rebuild rebuild =
        new Rebuild(backlog, new ReplayPipeline(settings, Ambient.system(), new Meters(), order));
    rebuild.pipeline.start();
    while (rebuild.written() == 0) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    return rebuild;
  }

  /** Write units taken so far. */
  double units() {
    return pipeline.writeUnits();
  }

  /** Records whose write is over. */
  private long written() {
    return pipeline.outcomes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Fails when it had nothing left to do before it was stopped. */
  @Override
  public void close() throws Exception {
    long written = written();
    pipeline.close(Deadline.after(STOP, Ambient.system().ticker()));
    if (written >= backlog.count()) {
      throw new IllegalStateException("all " + backlog.name() + " were stored before the end");
    }
  }
}
