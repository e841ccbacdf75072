package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

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
          killOneOfEach(pipeline, load, random);
        }
        oracle.add(load.finish(Duration.ofSeconds(60)));
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

  /** Kills one of each service at a random moment of the load, then starts all three again. */
  private static void killOneOfEach(SplitPipeline pipeline, LoadGenerator load, Random random) {
    List<Role> order = new ArrayList<>(Arrays.asList(Role.values()));
    Collections.shuffle(order, random);
    List<Instance> killed = new ArrayList<>();
    for (Role role : order) {
      int moment = load.settled().size() + 1 + random.nextInt(MOST_BETWEEN_KILLS);
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> load.settled().size() >= moment);
      Instance victim = pipeline.of(role).get(random.nextInt(2));
      victim.kill();
      killed.add(victim);
    }
    killed.forEach(Instance::launch);
    killed.forEach(Instance::awaitReady);
  }
}
