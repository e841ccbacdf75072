package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random traffic while everything is killed at once. */
@Tag("storm")
final class OutreachKillsIT {

  private static final int KILLS = 2;
  private static final int MOST_BETWEEN_KILLS = 120;
  private static final int AFTER_KILLS = 100;

  @Test
  void shouldHoldWhatTheLogSaysWhileEverythingIsKilled() {
    Seed seed = Seed.next();
    System.out.println("outreach pipeline kills: " + seed);
    Workplace place = Workplace.of(OutreachKillsIT.class);
    AvroFiles avro = new AvroFiles();
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      OutreachTraffic traffic = new OutreachTraffic(seed.random());
      List<Delivery> deliveries;
      try (LoadGenerator load =
          new LoadGenerator(
              place.deeds(), pipeline::http, traffic::next, 6, Duration.ofMillis(60))) {
        Random random = seed.random();
        for (int i = 0; i < KILLS; i++) {
          Kills.everything(pipeline, load, random, MOST_BETWEEN_KILLS);
        }
        load.awaitMore(AFTER_KILLS);
        deliveries = load.finish();
      }
      try (Topics topics = new Topics(pipeline.endpoints());
          Tables tables = new Tables(pipeline.endpoints())) {
        pipeline.awaitDrained();

        OutreachOracle oracle = OutreachOracle.of(topics, avro);
        System.out.printf(
            "outreach pipeline kills: %s requests=%d %s %s%n",
            seed, traffic.count(), oracle.tally(), place.deeds());
        oracle.check(topics, tables);
        traffic.check(deliveries, topics, avro);
        assertThat(place.deeds().of(Deed.KILLED)).isGreaterThanOrEqualTo(KILLS);
        assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
      }
    }
  }
}
