package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Passed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.Cluster;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

/**
 * A sink that falls asleep with records in its hands and writes under way, and wakes when another
 * one has long written what came later. An operator has put that one in its place, so that it still
 * takes itself for the owner of what it has: after a sleep that its group noticed, it would send
 * nothing of it.
 */
public final class SleepingSink implements AutoCloseable {

  private static final String GROUP = "tributary-sink";

  /** Sessions much longer than its sleep. */
  private static final Map<String, String> SETTINGS =
      Map.of("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "300000");

  /** So many writes of each kind are done, and so many under way, when it falls asleep. */
  private static final int DONE = 3;

  private static final int UNDER_WAY = 2;
  private static final int MOST_UNDER_WAY = 5;

  private final FaultyDynamo dynamo;
  private final SplitPipeline services;
  private final HttpProbe http;
  private final Instance successor;
  private final Instance sleeper;

  /** Stops the only sink of a pipeline, so that records pile up for this one. */
  public SleepingSink(RestartablePipeline pipeline) {
    services = pipeline.services();
    dynamo = pipeline.dynamo();
    http = new HttpProbe(pipeline.statistics());
    successor = services.of(Role.SINK).get(0);
    successor.stop();
    sleeper = services.beside(Role.SINK, pipeline.place().launcher().with(SETTINGS));
  }

  /**
   * Lets it work until it has begun; then it does nothing and keeps all it has.
   *
   * @param kinds texts in the bodies of writes; of each kind some are under way then
   */
  public void fallAsleep(Set<String> kinds) {
    dynamo.hold(kinds, DONE, MOST_UNDER_WAY);
    sleeper.launch();
    Eventually.await("writes of each kind to be under way")
        .pollInterval(Duration.ofMillis(5))
        .until(() -> kinds.stream().allMatch(kind -> dynamo.held(kind) >= UNDER_WAY));
    sleeper.process().freeze();
    dynamo.holdNoMore();
  }

  /**
   * Lets it be replaced by one that removes items, and wake up and bring some back, while no
   * removal is written again; and lets that take them away.
   *
   * @param there how many of the items are in the table
   * @return how many came back, at least one
   */
  public int bringBack(IntSupplier there) {
    Instance processors = services.of(Role.PROCESSORS).get(0);
    processors.stop();
    replace();
    assertThat(there.getAsInt()).isZero();
    wakeUp(() -> there.getAsInt() > 0);
    final int back = there.getAsInt();
    processors.launch();
    processors.awaitReady();
    Eventually.await("what came back to be gone").until(() -> there.getAsInt() == 0);
    services.awaitDrained();
    return back;
  }

  /** Lets another one store everything. */
  private void replace() {
    leaveGroup();
    successor.launch();
    successor.awaitReady();
    services.awaitDrained();
  }

  /** Lets what was under way arrive, and lets it do what it had in mind; all comes too late. */
  private void wakeUp(Callable<Boolean> tooLate) {
    dynamo.release();
    sleeper.process().thaw();
    sleeper.awaitReady();
    Eventually.await("a write that comes too late").until(tooLate);
    Eventually.await("its hands to be empty")
        .until(() -> http.metric(sleeper.http(), "tributary_sink_in_flight") == 0);
  }

  /**
   * Counts its writes under way that DynamoDB refused: older states. Its own meter may miss them:
   * to a sink that has slept for longer than a call may take, the call has timed out.
   */
  public long refused() {
    return dynamo.passed().of(Passed.HELD_AND_REFUSED);
  }

  /** The group would wait for it for as long as its session lasts. */
  private void leaveGroup() {
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.evict(GROUP);
    }
  }

  @Override
  public void close() {
    sleeper.close();
    leaveGroup();
  }
}
