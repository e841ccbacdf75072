package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class InboxReplayIT {

  /** The log of every inbox, what was set, and which secrets the pipeline belongs to. */
  private static final Set<String> LOGS =
      Set.of(InboxFacts.EVENTS, "inbox.settings-commands", "tributary.meta");

  /** The same with what came before the log: publishes and expiries are passed on once more. */
  private static final Set<String> FACTS =
      Set.of(
          InboxFacts.EVENTS,
          "inbox.settings-commands",
          "tributary.meta",
          InboxFacts.PUBLISHES,
          "inbox.publish-commands",
          InboxFacts.EXPIRIES);

  private static final int REQUESTS = 150;
  private static final int FORGED_SEQUENCES = 30;

  private static final String SAID = InboxSamples.message("before and after");

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(InboxReplayIT.class);
  private final InboxBench bench = new InboxBench(SplitPipeline.start(place, 1));
  private final Replay replay = new Replay(bench.pipeline, bench.tables);
  private final SentRequests sent = new SentRequests();

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() throws Exception {
    System.out.println("inbox replay: " + seed);
    Inbox inbox = Inbox.of("acme");
    Inbox brief = Inbox.of("soon");
    api().settings(brief, "{\"title\":\"B\",\"ttl\":\"6s\"}");
    String kept = api().toUsers(inbox, List.of("ann"), SAID);
    String redacted = api().toUsers(inbox, List.of("ann"), SAID);
    String expired = api().toUsers(brief, List.of("ann"), SAID);
    api().read(inbox, "ann", kept);
    api().read(brief, "ann", api().toEveryone(brief, SAID));
    api().redact(inbox, redacted);
    // as long as the table is small and what has expired is soon found
    bench.awaitQuiet();
    load();
    bench.awaitQuiet();
    InboxOracle before = bench.oracle();
    before.check(bench.topics, bench.tables);
    Map<List<Object>, Map<String, Object>> live = bench.tables.whole(InboxItems.TABLE);
    assertThat(ids(live)).contains(kept).doesNotContain(redacted, expired);
    assertThat(before.tally().of(Happening.EXPIRIES)).isPositive();
    assertThat(before.tally().of(Happening.RECEIPTS_EXPIRED)).isPositive();

    for (int time = 1; time <= 2; time++) {
      replay.records(time, seed.random());
      requireSame(live, "the records were replayed, time " + time);
    }
    assertThat(replay.facts(LOGS)).contains("inbox.messages", "inbox.stats", "inbox.receipts");
    requireSame(live, "the logs were replayed");
    replay.facts(FACTS);
    requireSame(live, "all facts were replayed");
    bench.oracle().check(bench.topics, bench.tables);
    replay.nextGeneration(seed.random());
    Comparison.of(live, Map.of(), bench.tables.ofSecondGeneration(InboxItems.TABLE))
        .requireNone("in the next generation");
    goOn(inbox, kept, redacted);
    System.out.printf(
        "inbox replay: %s accepted=%d items=%d %s %s%n",
        seed, sent.accepted(), live.size(), before.tally(), place.deeds());
  }

  private void load() {
    InboxTraffic traffic = new InboxTraffic(seed.random());
    ForgedSequences forged = new ForgedSequences(seed.random(), bench.facts);
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(),
            bench.pipeline::nextGateway,
            traffic::next,
            traffic::learn,
            6,
            Duration.ofMillis(20))) {
      bench.topics.appendAll(forged.next(FORGED_SEQUENCES));
      load.awaitMore(REQUESTS + 1);
      sent.add(load.finish());
    }
  }

  private void requireSame(Map<List<Object>, Map<String, Object>> live, String when) {
    bench.awaitQuiet();
    Comparison.of(live, Map.of(), bench.tables.whole(InboxItems.TABLE))
        .requireNone("after " + when);
  }

  /** What was known before is known still: what is read, what was taken back, and the counts. */
  private void goOn(Inbox inbox, String kept, String redacted) throws IOException {
    InboxItems items = new InboxItems(bench.tables);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "1/1"));
    api().read(inbox, "ann", kept, redacted);
    api().redact(inbox, redacted);
    String next = api().toUsers(inbox, List.of("ann"), SAID);
    bench.awaitDrained();
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "2/1"));
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(kept, next);
    bench.oracle().check(bench.topics, bench.tables);
  }

  private static Set<String> ids(Map<List<Object>, Map<String, Object>> items) {
    return items.keySet().stream()
        .map(key -> key.get(1).toString())
        .filter(sk -> sk.startsWith("m#"))
        .map(sk -> sk.substring(2))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private InboxApi api() {
    return new InboxApi(new HttpProbe(place.deeds()), bench.pipeline.nextGateway());
  }
}
