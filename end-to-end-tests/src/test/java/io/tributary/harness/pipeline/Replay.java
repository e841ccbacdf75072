package io.tributary.harness.pipeline;

import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What an operator does by hand to make the tables anew. Every instance must run before. */
public final class Replay {

  private static final int KILLS = 1;
  private static final int MOST_BEFORE_KILL = 300;

  private final SplitPipeline pipeline;
  private final Tables tables;

  public Replay(SplitPipeline pipeline, Tables tables) {
    this.pipeline = pipeline;
    this.tables = tables;
  }

  /** Empty tables, and sinks that read every record again. */
  public void records() {
    List<Instance> sinks = pipeline.of(Role.SINK);
    sinks.forEach(Instance::stop);
    makeTablesAnew();
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.rewind("tributary-sink");
    }
    start(sinks);
    pipeline.awaitDrained();
  }

  /**
   * Empty tables, and the command that fills them from the records, beside sinks that go on. It is
   * killed a few times, wherever it is, and goes on when it is called again.
   */
  public void byCommand(Random random) {
    tables.emptyAll();
    killNowAndThen(
        pipeline.endpoints().appendedTo("replay", "run", "--name", "again"),
        "tributary-replay-again",
        random);
  }

  /**
   * Facts through the processors of a second generation, into topics and tables of its own, beside
   * the pipeline that goes on; killed a few times as well.
   */
  public void nextGeneration(Random random) {
    killNowAndThen(
        pipeline.endpoints().appendedTo("replay", "run", "--from", "facts"),
        "g2.tributary-processors",
        random);
  }

  private void killNowAndThen(List<String> command, String group, Random random) {
    int kills = 0;
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      for (int i = 0; i < KILLS; i++) {
        long enough = cluster.committed(group) + random.nextInt(MOST_BEFORE_KILL);
        try (RunningProcess replay = pipeline.launcher().start("replay", command)) {
          Eventually.await("the replay to have begun")
              .pollInterval(Duration.ofMillis(20))
              .until(() -> !replay.isAlive() || cluster.committed(group) > enough);
          if (replay.isAlive()) {
            replay.kill();
            kills++;
          }
        }
      }
    }
    if (kills == 0) {
      throw new AssertionError(String.join(" ", command) + " had ended before each kill");
    }
    Completed done = pipeline.launcher().run(command);
    if (done.exitCode() != 0) {
      throw new AssertionError(String.join(" ", command) + ":\n" + done.out() + done.err());
    }
  }

  private void makeTablesAnew() {
    tables.deleteAll();
    operator("tables", "create");
  }

  private void operator(String... command) {
    Completed done = pipeline.launcher().run(pipeline.endpoints().appendedTo(command));
    if (done.exitCode() != 0) {
      throw new AssertionError(String.join(" ", command) + ":\n" + done.err());
    }
  }

  private static void start(List<Instance> instances) {
    instances.forEach(Instance::launch);
    instances.forEach(Instance::awaitReady);
  }
}
