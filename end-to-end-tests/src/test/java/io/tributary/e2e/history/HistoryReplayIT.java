package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class HistoryReplayIT {

  /** What happened, and which secrets the pipeline belongs to; all else is derived. */
  private static final Set<String> KEPT = Set.of(HistoryEvents.TOPIC, "tributary.meta");

  private static final String TABLE = "history";
  private static final int REQUESTS = 500;
  private static final ThreadId THREAD = ThreadId.of("user456", "before and after");
  private static final long TIMESTAMP = 1_700_000_000_123L;
  private static final List<Object> OLD = List.of(THREAD.pk(), "MSG#0000001700000000123#old");
  private static final List<Object> LISTED = List.of(THREAD.userPk(), "THREAD#before and after");

  private final Seed seed = Seed.next();
  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(HistoryReplayIT.class);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final Replay replay = new Replay(pipeline, tables);
  private final HistoryEvents log = new HistoryEvents(topics, avro);
  private final HistoryTraffic traffic = new HistoryTraffic(seed.random(), log);

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldRebuildEqualItemsFromRecordsAndFromFacts() throws Exception {
    System.out.println("history replay: " + seed);
    load();
    pipeline.awaitDrained();
    HistoryOracle before = oracle();
    before.check(topics, tables);
    before.requireAll(EnumSet.allOf(Happening.class));
    Map<List<Object>, Map<String, Object>> live = tables.whole(TABLE);

    for (int time = 1; time <= 2; time++) {
      replay.records(time, seed.random());
      Comparison.of(live, Map.of(), tables.whole(TABLE))
          .requireNone("after the records were replayed, time " + time);
    }
    assertThat(replay.facts(KEPT))
        .contains("history.messages", "history.threads", "history.dead-letters");
    Comparison.of(live, Map.of(), tables.whole(TABLE)).requireNone("after the facts were replayed");
    oracle().check(topics, tables);
    assertThat(oracle().lost()).isEqualTo(before.lost());
    replay.nextGeneration(seed.random());
    Comparison.of(live, Map.of(), tables.ofSecondGeneration(TABLE))
        .requireNone("in the next generation");
    goOn(live);
    System.out.printf(
        "history replay: %s requests=%d forged=%d items=%d lost=%d %s %s%n",
        seed,
        traffic.requests(),
        traffic.forged(),
        live.size(),
        before.lost().size(),
        before.tally(),
        place.deeds());
  }

  private void load() throws IOException {
    api().message(THREAD, HistorySamples.user("old", TIMESTAMP, "stored once before"));
    PostedRequests posted = new PostedRequests();
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(), pipeline::nextGateway, traffic::next, 6, Duration.ofMillis(40))) {
      load.awaitMore(REQUESTS + 1);
      posted.add(load.finish());
    }
    assertThat(posted.count()).isGreaterThan(REQUESTS);
    traffic.endWaits(log);
  }

  /** What was known before is known still: which messages are repeats, and what was counted. */
  private void goOn(Map<List<Object>, Map<String, Object>> live) throws IOException {
    api().message(THREAD, HistorySamples.user("old", TIMESTAMP + 5, "not stored again"));
    pipeline.awaitDrained();
    Comparison.of(live, Map.of(), tables.whole(TABLE)).requireNone("after a repeat");

    api().message(THREAD, HistorySamples.user("new", TIMESTAMP + 6, "stored once after"));
    api().feedback(THREAD, HistorySamples.feedback("old", "\"up\"", "\"still there\""));
    pipeline.awaitDrained();
    oracle().check(topics, tables);
    Map<List<Object>, Map<String, Object>> items = tables.whole(TABLE);
    assertThat(items).hasSize(live.size() + 1);
    assertThat(items.get(OLD))
        .containsEntry("content", "stored once before")
        .containsEntry("feedback", "still there");
    assertThat(items.get(LISTED)).hasEntrySatisfying("user_message_count", HistoryReplayIT::isTwo);
  }

  private static void isTwo(Object count) {
    assertThat(count).hasToString("2");
  }

  private HistoryOracle oracle() {
    return HistoryOracle.of(topics, avro);
  }

  private HistoryApi api() {
    return new HistoryApi(new HttpProbe(place.deeds()), pipeline.nextGateway());
  }
}
