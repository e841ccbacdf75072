package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.TopicRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random requests, updates, replies, redeliveries and facts that come twice, while services are
 * killed; held against a fold of the log, and against what the clients know. {@code -De2e.seed=…}
 * repeats the chances of a run; {@code -De2e.outreach.rounds=…} makes it longer.
 */
@Tag("storm")
final class OutreachModelIT {

  private static final int ROUNDS = Integer.getInteger("e2e.outreach.rounds", 3);
  private static final int MOST_BETWEEN_KILLS = 60;
  private static final int AGAIN = 60;

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(OutreachModelIT.class);
  private final OutreachBench bench = new OutreachBench(place, SplitPipeline.start(place, 2));
  private final OutreachTraffic traffic = new OutreachTraffic(seed.random());

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldHoldWhatTheLogSaysThroughEveryCrash() {
    System.out.println("outreach model: " + seed);
    List<Delivery> deliveries;
    try (LoadGenerator load = bench.load(traffic, Duration.ofMillis(30))) {
      for (int round = 0; round < ROUNDS; round++) {
        load.awaitMore(MOST_BETWEEN_KILLS);
        Kills.oneOfEach(bench.pipeline, load, random, MOST_BETWEEN_KILLS);
        deliverAgain();
        load.awaitMore(2 * MOST_BETWEEN_KILLS);
      }
      load.awaitUntil("everything to happen", bench::hasEverything);
      deliveries = load.finish();
    }
    bench.pipeline.awaitDrained();

    OutreachOracle oracle = bench.oracle();
    System.out.printf(
        "outreach model: %s requests=%d %s %s%n",
        seed, traffic.count(), oracle.tally(), place.deeds());
    oracle.check(bench.topics, bench.tables);
    traffic.check(deliveries, bench.topics, bench.avro);
    assertThat(place.deeds().of(Deed.KILLED)).isGreaterThanOrEqualTo(3L * ROUNDS);
    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
  }

  /** Facts come twice, as a producer may write them, out of their order. */
  private void deliverAgain() {
    List<TopicRecord> records = new ArrayList<>(bench.topics.read(OutreachFacts.EVENTS));
    Collections.shuffle(records, random);
    bench.topics.appendAll(records.stream().limit(AGAIN).map(ForgedFacts::again).toList());
  }
}
