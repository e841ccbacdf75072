package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * A sink that falls asleep with records in its hands and writes under way, most of them not the
 * last of an item, and wakes when another one has long written all of them. An operator has put
 * that one in its place, so that it still takes itself for the owner of what it has: after a sleep
 * that its group noticed, it would send nothing of it.
 */
public final class SleepingSink implements AutoCloseable {

  private static final String STALE = "tributary_sink_outcomes_total{outcome=\"stale\"}";

  /** Much longer than it sleeps. */
  private static final Map<String, String> LONG_SESSIONS =
      Map.of("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "300000");

  /** So many writes are done, and at least so many under way, when it falls asleep. */
  private static final int DONE = 20;

  private static final int UNDER_WAY = 3;

  private final FaultyDynamo dynamo = new FaultyDynamo(Seed.next());
  private final SplitPipeline pipeline;
  private final HttpProbe http;
  private final Instance sleeper;

  /** Starts a pipeline, and stops its only sink, so that records pile up for it. */
  public SleepingSink(Workplace place) {
    pipeline =
        SplitPipeline.start(place, place.launcher().with(LONG_SESSIONS), 1, dynamo::inFrontOf);
    http = new HttpProbe(place.deeds());
    sleeper = pipeline.of(Role.SINK).get(0);
    sleeper.stop();
  }

  /** Compares the tables with what they must hold, or throws {@link AssertionError}. */
  @FunctionalInterface
  public interface Model {

    void check();
  }

  /** The pipeline that it is the sink of. */
  public SplitPipeline pipeline() {
    return pipeline;
  }

  /**
   * Lets it work, sleep, be replaced and wake up.
   *
   * @param model must hold before it wakes and after
   * @return how many of its writes were refused as stale, at least one
   */
  public double sleepAndWake(Model model) throws Exception {
    fallAsleep("");
    assertThatThrownBy(model::check).isInstanceOf(AssertionError.class);
    replace();
    model.check();
    wakeUp();
    model.check();
    return stale();
  }

  /**
   * Lets it work until it has begun; then it does nothing and keeps all it has.
   *
   * @param what those of its writes have in their bodies that are under way then
   */
  public void fallAsleep(String what) {
    dynamo.hold(what, DONE);
    sleeper.launch();
    Eventually.await("writes to be under way")
        .pollInterval(Duration.ofMillis(5))
        .until(() -> dynamo.held() >= UNDER_WAY);
    sleeper.process().freeze();
    dynamo.holdNoMore();
  }

  /** Lets another one store everything. */
  public void replace() {
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.evict("tributary-sink");
    }
    pipeline.add(Role.SINK);
    pipeline.awaitDrained();
  }

  /** Lets what was under way arrive, and lets it do what it had in mind; all comes too late. */
  public void wakeUp() {
    wakeUp(() -> stale() > 0);
  }

  private void wakeUp(Callable<Boolean> tooLate) {
    dynamo.release();
    sleeper.process().thaw();
    sleeper.awaitReady();
    Eventually.await("a write that comes too late").until(tooLate);
    Eventually.await("its hands to be empty")
        .until(() -> http.metric(sleeper.http(), "tributary_sink_in_flight") == 0);
  }

  /**
   * Lets it be replaced by one that removes items, and wake up and bring some back, while no
   * removal is said again; and lets that take them away.
   *
   * @param there how many of the items are in the table
   * @return how many came back, at least one
   */
  public int bringBack(Callable<Integer> there) throws Exception {
    Instance processors = pipeline.of(Role.PROCESSORS).get(0);
    processors.stop();
    replace();
    assertThat(there.call()).isZero();
    wakeUp(() -> there.call() > 0);
    final int back = there.call();
    processors.launch();
    processors.awaitReady();
    Eventually.await("what came back to be gone").until(() -> there.call() == 0);
    pipeline.awaitDrained();
    return back;
  }

  /** How many of its writes were refused as stale. */
  public double stale() throws IOException {
    return http.metric(sleeper.http(), STALE);
  }

  @Override
  public void close() {
    pipeline.close();
    dynamo.close();
  }
}
