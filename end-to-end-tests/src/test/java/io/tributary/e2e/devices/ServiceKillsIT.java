package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class ServiceKillsIT {

  private static final int ROUNDS = 7;
  private static final int MOST_BETWEEN_KILLS = 60;

  @Test
  void shouldStoreWhatWasAcknowledgedOnceWhileServicesAreKilled() throws Exception {
    Seed seed = Seed.next();
    System.out.println("service kills: " + seed);
    Workplace place = Workplace.of(ServiceKillsIT.class);
    Deeds deeds = place.deeds();
    try (SplitPipeline pipeline = SplitPipeline.start(place, 2);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      String key = new DevicesApi(new HttpProbe(deeds), pipeline.nextGateway()).newKey();
      Fleet fleet = new Fleet(seed.random(), key, 40, 3);
      DevicesOracle oracle = new DevicesOracle();
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::nextGateway, fleet::next, 6, Duration.ofMillis(200))) {
        Random random = seed.random();
        for (int round = 0; round < ROUNDS; round++) {
          Kills.oneOfEach(pipeline, load, random, MOST_BETWEEN_KILLS);
        }
        oracle.add(load.finish());
      }

      pipeline.awaitDrained();

      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      assertThat(deeds.of(Deed.KILLED)).isGreaterThanOrEqualTo(20);
      assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
      System.out.printf(
          "service kills: %s readings-sent=%d must-hold=%d stored=%d %s%n",
          seed, fleet.readings(), oracle.size(), tables.count("device_readings"), deeds);
    }
  }
}
