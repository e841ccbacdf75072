package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class WholePipelineKillsIT {

  private static final int KILLS = 5;
  private static final int MOST_BETWEEN_KILLS = 150;

  @Test
  void shouldStoreWhatWasAcknowledgedOnceWhileEverythingIsKilled() throws Exception {
    Seed seed = Seed.next();
    System.out.println("pipeline kills: " + seed);
    Workplace place = Workplace.of(WholePipelineKillsIT.class);
    Deeds deeds = place.deeds();
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      String key = new DevicesApi(new HttpProbe(deeds), pipeline.http()).newKey();
      Fleet fleet = new Fleet(seed.random(), key, 40, 3);
      DevicesOracle oracle = new DevicesOracle();
      try (LoadGenerator load =
          new LoadGenerator(deeds, pipeline::http, fleet::next, 6, Duration.ofMillis(200))) {
        Random random = seed.random();
        for (int i = 0; i < KILLS; i++) {
          Kills.everything(pipeline, load, random, MOST_BETWEEN_KILLS);
        }
        oracle.add(load.finish());
      }

      pipeline.awaitDrained();

      try (Topics topics = new Topics(pipeline.endpoints());
          Tables tables = new Tables(pipeline.endpoints())) {
        oracle.checkTables(tables);
        oracle.checkTopics(topics, new AvroFiles());
        assertThat(topics.read("devices.dead-letters")).isEmpty();
        assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
        System.out.printf(
            "pipeline kills: %s readings-sent=%d must-hold=%d stored=%d %s%n",
            seed, fleet.readings(), oracle.size(), tables.count("device_readings"), deeds);
      }
    }
  }

  @Test
  void shouldGoOnThoughStateStoresWereHalfDeleted() throws IOException {
    Workplace place = Workplace.of(WholePipelineKillsIT.class, "halves");
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      HttpProbe http = new HttpProbe(place.deeds());
      DevicesApi before = new DevicesApi(http, pipeline.http());
      String key = before.newKey();
      Upload upload = Fleet.upload(key, List.of(Samples.reading("1")), 1);
      assertThat(before.upload(key, upload.body()).status()).isEqualTo(200);
      pipeline.awaitDrained();

      pipeline.process().kill();
      assertThat(pipeline.deleteHalfOfEveryStateStore()).isGreaterThan(10);
      pipeline.startAgain();

      DevicesApi after = new DevicesApi(http, pipeline.http());
      assertThat(after.upload(key, upload.body()).status()).isEqualTo(200);
      pipeline.awaitDrained();
      try (Tables tables = new Tables(pipeline.endpoints());
          Topics topics = new Topics(pipeline.endpoints())) {
        assertThat(tables.count("device_readings")).isEqualTo(1);
        assertThat(topics.read("devices.readings")).hasSize(1);
      }
    }
  }
}
