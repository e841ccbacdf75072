package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A sink that falls asleep with records in its hands, most of them not the last of an item, and
 * wakes when another one has long written all of them. An operator has put that one in its place,
 * so that it still takes itself for the owner of what it has: after a sleep that its group noticed,
 * it would send nothing of it.
 */
public final class SleepingSink {

  private static final String STALE = "tributary_sink_outcomes_total{outcome=\"stale\"}";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Much longer than it sleeps. */
  private static final Map<String, String> LONG_SESSIONS =
      Map.of("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "300000");

  private static final List<String> GROUPS = List.of("tributary-sink", "tributary-sink-relay");

  private final SplitPipeline pipeline;
  private final Tables tables;
  private final HttpProbe http;
  private final Instance sleeper;

  /** Starts processes whose groups do not notice that they sleep. */
  public static Launcher launcher(Workplace place) {
    return place.launcher().with(LONG_SESSIONS);
  }

  /** Stops the only sink, so that records pile up for it. */
  public SleepingSink(SplitPipeline pipeline, Tables tables, HttpProbe http) {
    this.pipeline = pipeline;
    this.tables = tables;
    this.http = http;
    this.sleeper = pipeline.of(Role.SINK).get(0);
    sleeper.stop();
  }

  /** Compares the tables with what they must hold, or throws {@link AssertionError}. */
  @FunctionalInterface
  public interface Model {

    void check();
  }

  /**
   * Lets it work, sleep, be replaced and wake up.
   *
   * @param table which it has begun to write when it falls asleep
   * @param model must hold before it wakes and after
   * @return how many of its writes were refused as stale, at least one
   */
  public double sleepAndWake(String table, Model model) throws Exception {
    fallAsleep(() -> tables.count(table) > 0);
    assertThatThrownBy(model::check).isInstanceOf(AssertionError.class);
    replace();
    model.check();
    wakeUp();
    model.check();
    return stale();
  }

  /** Lets it work until it has begun; then it does nothing and keeps all it has. */
  public void fallAsleep(BooleanSupplier begun) {
    sleeper.launch();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(begun::getAsBoolean);
    sleeper.process().freeze();
  }

  /** Lets another one store everything. */
  public void replace() {
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      GROUPS.forEach(cluster::evict);
    }
    pipeline.add(Role.SINK);
    pipeline.awaitDrained();
  }

  /** Lets it do what it had in mind, some of which must come too late and be refused. */
  public void wakeUp() {
    wakeUp(() -> stale() > 0);
  }

  /**
   * Lets it do what it had in mind.
   *
   * @param tooLate true when something has come too late
   */
  public void wakeUp(Callable<Boolean> tooLate) {
    sleeper.process().thaw();
    sleeper.awaitReady();
    Awaitility.await("a write that comes too late").atMost(PATIENCE).until(tooLate);
    Awaitility.await("its hands to be empty")
        .atMost(PATIENCE)
        .until(() -> http.metric(sleeper.http(), "tributary_sink_in_flight") == 0);
  }

  /** How many of its writes were refused as stale. */
  public double stale() throws IOException {
    return http.metric(sleeper.http(), STALE);
  }
}
