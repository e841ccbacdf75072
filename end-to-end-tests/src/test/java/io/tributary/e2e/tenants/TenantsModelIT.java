package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The traffic of the family's model and redelivered facts, while services are killed, held against
 * the model. {@code -De2e.seed=…} repeats the chances of a run; {@code -De2e.tenants.rounds=…}
 * makes it longer.
 */
@Tag("storm")
final class TenantsModelIT {

  private static final int ROUNDS = Integer.getInteger("e2e.tenants.rounds", 3);
  private static final int MOST_BETWEEN_KILLS = 60;
  private static final int AGAIN = 60;

  /** Enough for several spells in which nothing changes in the directories. */
  private static final int MORE = 600;

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(TenantsModelIT.class);
  private final TenantsBench bench = new TenantsBench(place, SplitPipeline.start(place, 2));
  private final TenantsLoad tenants = new TenantsLoad(place.deeds(), seed.random());

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldHoldWhatTheLogsSayThroughEveryCrash() throws Exception {
    System.out.println("tenants model: " + seed);
    tenants.begin(bench.pipeline.nextGateway());
    try (LoadGenerator load = bench.load(tenants, Duration.ofMillis(30))) {
      for (int round = 0; round < ROUNDS; round++) {
        load.awaitMore(MOST_BETWEEN_KILLS);
        Kills.oneOfEach(bench.pipeline, load, random, MOST_BETWEEN_KILLS);
        deliverAgain(TenantsFacts.WEBHOOKS);
        deliverAgain(TenantsFacts.EVENTS);
        load.awaitMore(MORE);
      }
      tenants.add(load.finish(Duration.ofSeconds(60)));
    }
    bench.pipeline.awaitDrained();

    Map<String, Integer> admissions = tenants.admissions(bench.topics);
    System.out.printf(
        "tenants model: %s %s %s %s%n",
        seed, tenants.tally(bench.topics), admissions, place.deeds());
    tenants.check(bench.topics, bench.tables);
    assertThat(admissions)
        .containsKeys(
            "ADMITTED",
            "NO_TENANT_MAPPING",
            "TENANT_INACTIVE",
            "CHANNEL_NOT_ALLOWED",
            "SENDER_NOT_AUTHORIZED");
    assertThat(admissions.getOrDefault("certain", 0))
        .isGreaterThan(admissions.getOrDefault("while it changed", 0));
    assertThat(tenants.hasEverything(bench.topics)).isTrue();
    assertThat(place.deeds().of(Deed.KILLED)).isGreaterThanOrEqualTo(3L * ROUNDS);
    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
  }

  /** Facts come twice, as a producer may write them; of a clear, it clears once more. */
  private void deliverAgain(String topic) {
    List<TopicRecord> records = new ArrayList<>(bench.topics.read(topic));
    Collections.shuffle(records, random);
    List<TopicRecord> again = records.stream().limit(AGAIN).toList();
    List<String> places = bench.topics.appendAll(again.stream().map(ForgedFacts::again).toList());
    if (topic.equals(TenantsFacts.EVENTS)) {
      tenants.hide(
          IntStream.range(0, again.size())
              .filter(i -> tenants.isReceived(again.get(i)))
              .mapToObj(places::get)
              .toList());
    }
  }
}
