package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class HistoryKillsIT {

  private static final int ROUNDS = 7;
  private static final int MOST_BETWEEN_KILLS = 60;
  private static final int KILLS_OF_EVERYTHING = 3;
  private static final int MOST_BETWEEN_KILLS_OF_EVERYTHING = 150;

  private final AvroFiles avro = new AvroFiles();

  @Test
  void shouldFoldEveryThreadAsItsLogSaysWhileServicesAreKilled() {
    Seed seed = Seed.next();
    System.out.println("history kills: " + seed);
    Workplace place = Workplace.of(HistoryKillsIT.class);
    Deeds deeds = place.deeds();
    try (SplitPipeline pipeline = SplitPipeline.start(place, 2);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      HistoryEvents log = new HistoryEvents(topics, avro);
      HistoryTraffic traffic = new HistoryTraffic(seed.random(), log);
      PostedRequests posted = new PostedRequests();
      try (LoadGenerator load =
          new LoadGenerator(
              deeds, pipeline::nextGateway, traffic::next, 6, Duration.ofMillis(200))) {
        Random random = seed.random();
        for (int round = 0; round < ROUNDS; round++) {
          Kills.oneOfEach(pipeline, load, random, MOST_BETWEEN_KILLS);
        }
        posted.add(load.finish());
      }
      traffic.endWaits(log);

      pipeline.awaitDrained();

      HistoryOracle oracle = check(topics, tables, posted);
      assertThat(deeds.of(Deed.KILLED)).isGreaterThanOrEqualTo(20);
      assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
      oracle.requireAll(EnumSet.allOf(Happening.class));
      print("history kills", seed, traffic, posted, oracle, deeds);
    }
  }

  @Test
  void shouldFoldEveryThreadAsItsLogSaysWhileEverythingIsKilled() {
    Seed seed = Seed.next();
    System.out.println("history pipeline kills: " + seed);
    Workplace place = Workplace.of(HistoryKillsIT.class, "everything");
    Deeds deeds = place.deeds();
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      HistoryTraffic traffic = new HistoryTraffic(seed.random());
      PostedRequests posted = new PostedRequests();
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::http, traffic::next, 6, Duration.ofMillis(200))) {
        Random random = seed.random();
        for (int i = 0; i < KILLS_OF_EVERYTHING; i++) {
          Kills.everything(pipeline, load, random, MOST_BETWEEN_KILLS_OF_EVERYTHING);
        }
        posted.add(load.finish());
      }
      try (Topics topics = new Topics(pipeline.endpoints());
          Tables tables = new Tables(pipeline.endpoints())) {
        traffic.endWaits(new HistoryEvents(topics, avro));

        pipeline.awaitDrained();

        HistoryOracle oracle = check(topics, tables, posted);
        assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
        print("history pipeline kills", seed, traffic, posted, oracle, deeds);
      }
    }
  }

  private HistoryOracle check(Topics topics, Tables tables, PostedRequests posted) {
    List<TopicRecord> facts = topics.read(HistoryEvents.TOPIC);
    posted.check(facts, avro);
    HistoryOracle oracle = HistoryOracle.of(facts, avro);
    oracle.check(topics, tables);
    return oracle;
  }

  private static void print(
      String what,
      Seed seed,
      HistoryTraffic traffic,
      PostedRequests posted,
      HistoryOracle oracle,
      Deeds deeds) {
    System.out.printf(
        "%s: %s requests=%d accepted=%d forged=%d items=%d %s %s%n",
        what,
        seed,
        traffic.requests(),
        posted.count(),
        traffic.forged(),
        oracle.items().size(),
        oracle.tally(),
        deeds);
  }
}
