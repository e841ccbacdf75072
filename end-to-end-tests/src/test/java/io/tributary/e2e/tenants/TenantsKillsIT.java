package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random traffic while everything is killed at once. */
@Tag("storm")
final class TenantsKillsIT {

  private static final int KILLS = 2;
  private static final int MOST_BETWEEN_KILLS = 120;

  /** So many that everything which the traffic knows happens several times. */
  private static final int AFTER_KILLS = 500;

  @Test
  void shouldHoldWhatTheLogsSayWhileEverythingIsKilled() throws Exception {
    Seed seed = Seed.next();
    System.out.println("tenants pipeline kills: " + seed);
    Workplace place = Workplace.of(TenantsKillsIT.class);
    AvroFiles avro = new AvroFiles();
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      TenantsApi api = new TenantsApi(new HttpProbe(place.deeds()), pipeline.http());
      List<Delivery> deliveries = new ArrayList<>(TenantsTraffic.begin(api));
      TenantsTraffic traffic = new TenantsTraffic(seed.random());
      try (LoadGenerator load =
          new LoadGenerator(
              place.deeds(), pipeline::http, traffic::next, 6, Duration.ofMillis(100))) {
        Random random = seed.random();
        for (int i = 0; i < KILLS; i++) {
          Kills.everything(pipeline, load, random, MOST_BETWEEN_KILLS);
        }
        load.awaitMore(AFTER_KILLS);
        deliveries.addAll(load.finish());
      }
      try (Topics topics = new Topics(pipeline.endpoints());
          Tables tables = new Tables(pipeline.endpoints())) {
        pipeline.awaitDrained();

        TenantsOracle oracle = TenantsOracle.of(topics, avro);
        System.out.printf(
            "tenants pipeline kills: %s requests=%d %s %s%n",
            seed, traffic.count(), oracle.tally(), place.deeds());
        oracle.check(topics, tables);
        oracle.checkReceived(0);
        Map<String, Integer> admissions = oracle.checkAdmissions(traffic.spans(deliveries));
        System.out.println("tenants pipeline kills: admissions " + admissions);
        assertThat(admissions).containsKeys("ADMITTED", "NO_TENANT_MAPPING");
        traffic.check(deliveries, topics, avro);
        assertThat(place.deeds().of(Deed.KILLED)).isGreaterThanOrEqualTo(KILLS);
        assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
        assertThat(oracle.tally().values()).as("%s", oracle.tally()).allMatch(times -> times > 0);
      }
    }
  }
}
