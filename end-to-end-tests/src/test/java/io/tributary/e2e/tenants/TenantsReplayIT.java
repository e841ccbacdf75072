package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class TenantsReplayIT {

  /** What happened, and which secrets the pipeline belongs to; all else is derived. */
  private static final Set<String> FACTS =
      Set.of(TenantsFacts.COMMANDS, TenantsFacts.WEBHOOKS, TenantsFacts.EVENTS, "tributary.meta");

  private static final int REQUESTS = 400;

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(TenantsReplayIT.class);
  private final TenantsBench bench = new TenantsBench(place, SplitPipeline.start(place, 1));
  private final Replay replay = new Replay(bench.pipeline, bench.tables);

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() throws Exception {
    System.out.println("tenants replay: " + seed);
    bench.begin();
    TenantsTraffic traffic = new TenantsTraffic(seed.random());
    try (LoadGenerator load = bench.load(traffic, Duration.ofMillis(20))) {
      load.awaitMore(REQUESTS + 1);
      load.finish();
    }
    bench.api().tenant("kept", "{}");
    bench.api().say("kept", "cleared", "m1", "user", "before");
    bench.api().forget("kept", "cleared");
    bench.pipeline.awaitDrained();
    bench.oracle().check(bench.topics, bench.tables);
    Map<List<Object>, Map<String, Object>> live = items();
    assertThat(live.size()).isGreaterThan(10);

    for (int time = 1; time <= 2; time++) {
      replay.records(time, seed.random());
      Comparison.of(live, Map.of(), items())
          .requireNone("after the records were replayed, time " + time);
    }
    Set<String> before = bench.oracle().placesOfReceived();
    assertThat(replay.facts(FACTS))
        .contains("tenants.tenants", "tenants.messages", "tenants.conversations");
    Comparison.of(live, Map.of(), items()).requireNone("after the facts were replayed");
    TenantsOracle oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    oracle.checkReceivedAnew(before);
    replay.nextGeneration(seed.random());
    Comparison.of(live, Map.of(), items(bench.tables::ofSecondGeneration))
        .requireNone("in the next generation");
    bench.api().say("kept", "cleared", "m1", "user", "late");
    bench.api().say("kept", "cleared", "m2", "user", "after");
    bench.pipeline.awaitDrained();
    assertThat(bench.items.entries("kept", "cleared")).containsExactly("user: after");
    System.out.printf(
        "tenants replay: %s items=%d %s %s%n",
        seed, live.size(), bench.oracle().tally(), place.deeds());
  }

  /** Both tables, whole. */
  private Map<List<Object>, Map<String, Object>> items() {
    return items(bench.tables::whole);
  }

  private static Map<List<Object>, Map<String, Object>> items(
      Function<String, Map<List<Object>, Map<String, Object>>> table) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>(table.apply(TenantsItems.TENANTS));
    items.putAll(table.apply(TenantsItems.CONVERSATIONS));
    return items;
  }
}
