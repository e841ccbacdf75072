package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sinks that fall asleep with something in hand that is no longer so when they wake. */
@Tag("storm")
final class InboxSleepersIT {

  private static final int USERS = 500;
  private static final int MESSAGES = 1_000;

  private static final Inbox INBOX = Inbox.of("sleepers");

  @Test
  void shouldNotLetASleepingSinkSetCountersBack() throws Exception {
    Workplace place = Workplace.of(InboxSleepersIT.class);
    try (SleepingSink sleeper = new SleepingSink(place);
        InboxBench bench = new InboxBench(sleeper.pipeline())) {
      append(bench, 0, InboxSleepersIT::delivered);
      awaitFolded(bench, MESSAGES);
      sleeper.fallAsleep("\"c#");
      // others, so that of all it holds only counters have changed when it wakes
      append(bench, MESSAGES, InboxSleepersIT::delivered);
      sleeper.replace();
      check(bench);

      sleeper.wakeUp();

      check(bench);
      assertThat(new InboxItems(bench.tables).counters(INBOX, "u7")).isEqualTo(Map.of("*", "4/0"));
      System.out.printf(
          "inbox sleepers: messages=%d stale=%.0f %s%n", MESSAGES, sleeper.stale(), place.deeds());
    }
  }

  @Test
  void shouldNotLetASleepingSinkBringBackWhatWasRedacted() throws Exception {
    Workplace place = Workplace.of(InboxSleepersIT.class, "redacted");
    try (SleepingSink sleeper = new SleepingSink(place);
        InboxBench bench = new InboxBench(sleeper.pipeline())) {
      append(bench, 0, InboxSleepersIT::delivered);
      awaitFolded(bench, MESSAGES);
      sleeper.fallAsleep("\"m#");
      append(bench, 0, (facts, id) -> facts.redacted(id));
      awaitFolded(bench, 2 * MESSAGES);

      int back = sleeper.bringBack(() -> messages(bench).size());

      check(bench);
      assertThat(new InboxItems(bench.tables).counters(INBOX, "u7")).isEqualTo(Map.of("*", "0/0"));
      System.out.printf(
          "inbox sleepers: redacted=%d came-back=%d stale=%.0f %s%n",
          MESSAGES, back, sleeper.stale(), place.deeds());
    }
  }

  private static void check(InboxBench bench) {
    bench.oracle().check(bench.topics, bench.tables);
  }

  @FunctionalInterface
  private interface What {
    GenericRecord of(InboxFacts facts, String id);
  }

  private static GenericRecord delivered(InboxFacts facts, String id) {
    return facts.delivered(id, null, Instant.now().plus(Duration.ofDays(30)).getEpochSecond());
  }

  /** That, of every message from the first on, to its user. */
  private static void append(InboxBench bench, int first, What what) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = first; i < first + MESSAGES; i++) {
      String uid = "u" + i % USERS;
      GenericRecord event = what.of(bench.facts, "SLEEPER%010d".formatted(i));
      records.add(
          bench.facts.record(
              InboxFacts.EVENTS,
              null,
              INBOX.pk(uid),
              bench.facts.event(INBOX, uid, Instant.now(), event).build()));
    }
    bench.topics.appendAll(records);
  }

  private static void awaitFolded(InboxBench bench, int records) {
    Eventually.await("to be folded")
        .until(() -> bench.topics.read("inbox.messages").size() == records);
  }

  private static Set<Object> messages(InboxBench bench) {
    return bench.tables.scan(InboxItems.TABLE).stream()
        .map(item -> item.get("sk"))
        .filter(sk -> sk.toString().startsWith("m#"))
        .collect(Collectors.toSet());
  }
}
