package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.store.Cluster;
import io.tributary.storm.dynamodb.FaultyDynamo;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import org.awaitility.Awaitility;

/**
 * A sink that falls asleep with records in its hands and writes under way, most of them not the
 * last of an item, and wakes when another one has long written all of them. An operator has put
 * that one in its place, so that it still takes itself for the owner of what it has: after a sleep
 * that its group noticed, it would send nothing of it.
 */
public final class SleepingSink implements AutoCloseable {

  private static final String STALE = "tributary_sink_outcomes_total{outcome=\"stale\"}";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Sessions much longer than its sleep, and room for all that there is. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "300000",
          "TRIBUTARY_SINK_INFLIGHT_RECORDS", "100000");

  /** So many writes of each kind are done, and so many under way, when it falls asleep. */
  private static final int DONE = 3;

  private static final int UNDER_WAY = 2;
  private static final int MOST_UNDER_WAY = 5;

  private final FaultyDynamo dynamo;
  private final SplitPipeline pipeline;
  private final HttpProbe http;
  private final Instance successor;
  private final Instance sleeper;

  /** Stops the only sink of a pipeline, so that records pile up for this one. */
  public SleepingSink(Workplace place, SplitPipeline pipeline, FaultyDynamo dynamo) {
    this.pipeline = pipeline;
    this.dynamo = dynamo;
    http = new HttpProbe(place.deeds());
    successor = pipeline.of(Role.SINK).get(0);
    successor.stop();
    sleeper = pipeline.beside(Role.SINK, place.launcher().with(SETTINGS));
  }

  /**
   * Lets it work until it has begun; then it does nothing and keeps all it has.
   *
   * @param kinds of each of them writes are under way then: texts that they have in their bodies
   */
  public void fallAsleep(Set<String> kinds) {
    dynamo.hold(kinds, DONE, MOST_UNDER_WAY);
    sleeper.launch();
    Awaitility.await("writes of each kind to be under way")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> kinds.stream().allMatch(kind -> dynamo.held(kind) >= UNDER_WAY));
    sleeper.process().freeze();
    dynamo.holdNoMore();
  }

  /**
   * Lets it be replaced by one that removes items, and wake up and bring some back, while no
   * removal is said again; and lets that take them away.
   *
   * @param there how many of the items are in the table
   * @return how many came back, at least one
   */
  public int bringBack(IntSupplier there) {
    Instance processors = pipeline.of(Role.PROCESSORS).get(0);
    processors.stop();
    replace();
    assertThat(there.getAsInt()).isZero();
    wakeUp(() -> there.getAsInt() > 0);
    final int back = there.getAsInt();
    processors.launch();
    processors.awaitReady();
    Awaitility.await("what came back to be gone")
        .atMost(Duration.ofSeconds(150))
        .until(() -> there.getAsInt() == 0);
    pipeline.awaitDrained();
    return back;
  }

  /** Lets another one store everything. */
  private void replace() {
    leaveGroup();
    successor.launch();
    successor.awaitReady();
    pipeline.awaitDrained();
  }

  /** Lets what was under way arrive, and lets it do what it had in mind; all comes too late. */
  private void wakeUp(Callable<Boolean> tooLate) {
    dynamo.release();
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

  /** The group would wait for it for as long as its session lasts. */
  private void leaveGroup() {
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.evict("tributary-sink");
    }
  }

  @Override
  public void close() {
    sleeper.close();
    leaveGroup();
  }
}
