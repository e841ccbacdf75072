package io.tributary.e2e.tenants;

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
import java.util.Map;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random messages, replies, clears, redeliveries and changes of who has which channel, while
 * services are killed; held against a fold of the logs, and against what the clients know. {@code
 * -De2e.seed=…} repeats the chances of a run; {@code -De2e.tenants.rounds=…} makes it longer.
 */
@Tag("storm")
final class TenantsModelIT {

  private static final int ROUNDS = Integer.getInteger("e2e.tenants.rounds", 3);
  private static final int MOST_BETWEEN_KILLS = 60;
  private static final int AGAIN = 60;

  /** The slower a machine is, the more of the other requests fall into a change. */
  private static final int WITHOUT_CHANGES = 600;

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(TenantsModelIT.class);
  private final TenantsBench bench = new TenantsBench(place, SplitPipeline.start(place, 2));
  private final TenantsTraffic traffic = new TenantsTraffic(seed.random());
  private int receivedAgain;

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldHoldWhatTheLogsSayThroughEveryCrash() throws Exception {
    System.out.println("tenants model: " + seed);
    List<Delivery> deliveries = new ArrayList<>(bench.begin());
    try (LoadGenerator load = bench.load(traffic, Duration.ofMillis(30))) {
      for (int round = 0; round < ROUNDS; round++) {
        int before = load.settled().size();
        load.awaitMore(MOST_BETWEEN_KILLS);
        Kills.oneOfEach(bench.pipeline, load, random, MOST_BETWEEN_KILLS);
        deliverAgain(TenantsFacts.WEBHOOKS);
        deliverAgain(TenantsFacts.EVENTS);
        calmDown(load, load.settled().size() - before);
      }
      deliveries.addAll(load.finish());
    }
    bench.pipeline.awaitDrained();

    TenantsOracle oracle = bench.oracle();
    System.out.printf(
        "tenants model: %s requests=%d again=%d %s %s%n",
        seed, traffic.count(), receivedAgain, oracle.tally(), place.deeds());
    oracle.check(bench.topics, bench.tables);
    oracle.checkReceived(receivedAgain);
    Map<String, Integer> admissions = oracle.checkAdmissions(traffic.spans(deliveries));
    System.out.println("tenants model: admissions " + admissions);
    assertThat(admissions)
        .containsKeys("ADMITTED", "NO_TENANT_MAPPING", "TENANT_INACTIVE", "CHANNEL_NOT_ALLOWED");
    assertThat(admissions.getOrDefault("certain", 0))
        .isGreaterThan(admissions.getOrDefault("while it changed", 0));
    traffic.check(deliveries, bench.topics, bench.avro);
    assertThat(place.deeds().of(Deed.KILLED)).isGreaterThanOrEqualTo(3L * ROUNDS);
    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
    assertThat(oracle.tally().values()).as("%s", oracle.tally()).allMatch(times -> times > 0);
  }

  /** No changes for at least as many requests as there were with changes before. */
  private void calmDown(LoadGenerator load, int changing) {
    int goal = load.settled().size() + changing;
    traffic.calm(true);
    do {
      load.awaitMore(WITHOUT_CHANGES);
    } while (load.settled().size() < goal);
    traffic.calm(false);
  }

  /** Facts come twice, as a producer may write them; of a clear, it clears once more. */
  private void deliverAgain(String topic) {
    List<TopicRecord> records = new ArrayList<>(bench.topics.read(topic));
    Collections.shuffle(records, random);
    List<TopicRecord> again = records.stream().limit(AGAIN).toList();
    bench.topics.appendAll(again.stream().map(ForgedFacts::again).toList());
    receivedAgain += (int) again.stream().filter(this::isReceived).count();
  }

  private boolean isReceived(TopicRecord record) {
    GenericRecord fact = bench.avro.decode(record.raw().value());
    return fact.hasField("event")
        && fact.get("event") instanceof GenericRecord event
        && event.getSchema().getName().equals("ReceivedMessage");
  }
}
