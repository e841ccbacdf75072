package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Tables of all families, made anew: twice from records, twice from facts. */
@Order(4)
@RestartablePipeline.Used
final class ReplayIT {

  /** Which secrets the pipeline belongs to. */
  private static final String META = "tributary.meta";

  private final RestartablePipeline.Bench bench;

  ReplayIT(RestartablePipeline.Bench bench) {
    this.bench = bench;
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() {
    bench.have(1);
    sendSome();
    bench.check("before the replays");
    Map<String, Map<String, Object>> live = items(bench.tables()::whole);
    assertThat(live.size()).isGreaterThan(100);
    Replay replay = new Replay(bench.pipeline(), bench.tables());

    replay.records();
    requireSame(live, "after the records were replayed");
    replay.byCommand(bench.seed().random());
    requireSame(live, "after the command has replayed them");

    bench.families().all().forEach(load -> load.replaying(bench.topics()));
    assertThat(replay.facts(facts()))
        .contains("devices.readings", "history.messages", "inbox.messages", "inbox.stats")
        .contains("outreach.conversations", "tenants.tenants", "tenants.conversations");
    bench.families().all().forEach(load -> load.replayed(bench.topics()));
    requireSame(live, "after the facts were replayed");
    replay.nextGeneration(bench.seed().random());
    Comparison.of(live, Map.of(), items(bench.tables()::ofSecondGeneration))
        .requireNone("in the next generation");

    // requests that come again find what they have done before
    sendSome();
    bench.check("after the replays");
  }

  private void sendSome() {
    try (FamilyLoads.Sending sending = bench.send()) {
      sending.awaitMore(60);
      sending.awaitEverything(bench.topics());
    }
  }

  private Set<String> facts() {
    Set<String> facts = new HashSet<>(Set.of(META));
    bench.families().all().forEach(load -> facts.addAll(load.facts()));
    return facts;
  }

  private void requireSame(Map<String, Map<String, Object>> live, String when) {
    bench.pipeline().awaitDrained();
    Comparison.of(live, Map.of(), items(bench.tables()::whole)).requireNone(when);
  }

  /** Every item of every table that a replay makes equal, by table and key. */
  private Map<String, Map<String, Object>> items(
      Function<String, Map<List<Object>, Map<String, Object>>> whole) {
    Map<String, Map<String, Object>> items = new TreeMap<>();
    for (FamilyLoad load : bench.families().all()) {
      for (String table : load.tables()) {
        whole
            .apply(table)
            .forEach(
                (key, item) -> {
                  if (!load.keepsRevisions()) {
                    item.remove("rev");
                  }
                  items.put(table + " " + key, item);
                });
      }
    }
    return items;
  }
}
