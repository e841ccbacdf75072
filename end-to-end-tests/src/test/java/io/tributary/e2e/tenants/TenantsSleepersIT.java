package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sink that falls asleep with conversations in hand that are cleared when it wakes. */
@Tag("storm")
final class TenantsSleepersIT {

  private static final int CONVERSATIONS = 500;

  @Test
  void shouldNotLetASleepingSinkBringBackWhatWasCleared() throws Exception {
    Workplace place = Workplace.of(TenantsSleepersIT.class);
    try (SleepingSink sleeper = new SleepingSink(place);
        TenantsBench bench = new TenantsBench(place, sleeper.pipeline())) {
      say(bench, "first");
      say(bench, "second");
      awaitFolded(bench, 2 * CONVERSATIONS);
      sleeper.fallAsleep("");
      clear(bench);
      say(bench, "second");
      awaitFolded(bench, 3 * CONVERSATIONS);

      int back = sleeper.bringBack(() -> bench.tables.count(TenantsItems.CONVERSATIONS));

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
    Eventually.await("to be folded")
        .until(() -> bench.topics.read(TenantsFacts.CONVERSATIONS).size() >= records);
  }
}
