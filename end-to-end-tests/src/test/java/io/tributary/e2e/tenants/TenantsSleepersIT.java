package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A sink that falls asleep with conversations in hand that are cleared when it wakes. */
final class TenantsSleepersIT {

  private static final int CONVERSATIONS = 500;

  @Test
  void shouldNotLetASleepingSinkBringBackWhatWasCleared() throws Exception {
    Workplace place = Workplace.of(TenantsSleepersIT.class);
    try (TenantsBench bench =
        new TenantsBench(place, SplitPipeline.start(place, SleepingSink.launcher(place), 1))) {
      SleepingSink sleeper =
          new SleepingSink(bench.pipeline, bench.tables, new HttpProbe(place.deeds()));
      say(bench, "first");
      say(bench, "second");
      awaitFolded(bench, 2 * CONVERSATIONS);
      sleeper.fallAsleep(() -> bench.tables.count(TenantsItems.CONVERSATIONS) > 0);
      clear(bench);
      say(bench, "second");
      awaitFolded(bench, 3 * CONVERSATIONS);
      sleeper.replace();
      assertThat(bench.tables.count(TenantsItems.CONVERSATIONS)).isZero();

      sleeper.wakeUp(
          () -> sleeper.stale() > 0 || bench.tables.count(TenantsItems.CONVERSATIONS) > 0);
      int back = bench.tables.count(TenantsItems.CONVERSATIONS);
      Awaitility.await("what came back to be gone")
          .atMost(Duration.ofSeconds(150))
          .until(() -> bench.tables.count(TenantsItems.CONVERSATIONS) == 0);

      bench.facts.append("asleep", "c7", Instant.now(), bench.facts.posted("third", "USER", "new"));
      bench.pipeline.awaitDrained();
      assertThat(bench.tables.count(TenantsItems.CONVERSATIONS)).isEqualTo(1);
      assertThat(bench.items.entries("asleep", "c7")).containsExactly("user: new");
      System.out.printf(
          "tenants sleepers: cleared=%d came-back=%d stale=%.0f %s%n",
          CONVERSATIONS, back, sleeper.stale(), place.deeds());
    }
  }

  private static void say(TenantsBench bench, String id) {
    append(bench, i -> bench.facts.posted(id, "USER", id + " of " + i));
  }

  private static void clear(TenantsBench bench) {
    append(bench, i -> bench.facts.cleared());
  }

  @FunctionalInterface
  private interface What {
    GenericRecord of(int conversation);
  }

  private static void append(TenantsBench bench, What what) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < CONVERSATIONS; i++) {
      records.add(bench.facts.record("asleep", "c" + i, Instant.now(), what.of(i)));
    }
    bench.topics.appendAll(records);
  }

  private static void awaitFolded(TenantsBench bench, int records) {
    Awaitility.await("to be folded")
        .atMost(Duration.ofSeconds(60))
        .until(() -> bench.topics.read(TenantsFacts.CONVERSATIONS).size() >= records);
  }
}
