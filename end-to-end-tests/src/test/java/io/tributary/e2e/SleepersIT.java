package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.store.Cluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Instances that sleep, are replaced and wake up with something in hand that is long done. */
@Order(3)
@RestartablePipeline.Used
final class SleepersIT {

  /** Texts in writes of each table that has states, and of the inbox in both kinds of them. */
  private static final Set<String> KINDS =
      Set.of(
          "\"devices\"",
          "\"history\"",
          "\"m#",
          "\"c#",
          "\"conversations\"",
          "\"conversations-dev\"");

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final RestartablePipeline.Bench bench;
  private final SplitPipeline pipeline;

  SleepersIT(RestartablePipeline.Bench bench) {
    this.bench = bench;
    this.pipeline = bench.pipeline();
  }

  @Test
  void shouldNotLetASleeperUndoWhatItsSuccessorDid() {
    bench.have(2);
    try (FamilyLoads.Sending sending = bench.send()) {
      sending.awaitMore(5);
      sleepAndWake(sending, Role.SINK, "tributary-sink");
      sleepAndWake(sending, Role.PROCESSORS, "tributary-processors");
    }

    bench.check("sleepers");
    pipeline.all().forEach(this::awaitHealthy);
  }

  /** Freezes one of two until its group has missed it, and wakes it into the load. */
  private void sleepAndWake(FamilyLoads.Sending sending, Role role, String group) {
    Instance sleeper = pipeline.of(role).get(0);
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      int members = cluster.members(group);
      sleeper.process().freeze();
      Awaitility.await("the group to miss " + sleeper)
          .atMost(PATIENCE)
          .until(() -> cluster.members(group) < members);
    }
    sending.awaitMore(5);
    sleeper.process().thaw();
    sending.awaitMore(10);
  }

  /** An instance that has lost its place finds a new one. */
  private void awaitHealthy(Instance instance) {
    HttpProbe http = new HttpProbe(bench.deeds());
    URI ready = instance.http().resolve("/health/ready");
    Awaitility.await(instance + " to be ready")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> http.get(ready).status() == 200);
  }

  @Test
  void shouldNotLetASleepingSinkTakeItemsBackOrBringThemBack() throws Exception {
    bench.have(1);
    bench.families().settle(bench.topics(), pipeline::awaitDrained);
    try (SleepingSink sleeper = new SleepingSink(bench.place(), pipeline, bench.dynamo())) {
      List<FamilyLoad.Folded> changed = new ArrayList<>();
      bench.families().all().forEach(load -> changed.add(load.changeOften(bench.topics())));
      changed.forEach(this::awaitFolded);
      sleeper.fallAsleep(KINDS);
      List<FamilyLoad.Folded> removed = new ArrayList<>();
      bench.families().all().forEach(load -> load.remove(bench.topics()).ifPresent(removed::add));
      removed.forEach(this::awaitFolded);

      int back = sleeper.bringBack(this::removable);

      assertThat(removed).hasSizeGreaterThan(1);
      assertThat(sleeper.stale()).isPositive();
      System.out.printf("sleeping sink: came-back=%d stale=%.0f%n", back, sleeper.stale());
    }
    bench.check("sleeping sink");
  }

  private int removable() {
    int removable = 0;
    for (FamilyLoad load : bench.families().all()) {
      removable += load.removable(bench.tables());
    }
    return removable;
  }

  private void awaitFolded(FamilyLoad.Folded folded) {
    Awaitility.await(folded.topic() + " to have " + folded.size() + " records")
        .atMost(PATIENCE)
        .until(() -> bench.topics().read(folded.topic()).size() >= folded.size());
  }
}
