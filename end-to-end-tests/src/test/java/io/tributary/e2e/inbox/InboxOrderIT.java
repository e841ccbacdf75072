package io.tributary.e2e.inbox;

import static io.tributary.e2e.inbox.InboxItems.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Reads that come early, late, or for what is not there yet. */
@OnSharedPipeline
final class InboxOrderIT {

  private static final int ROUNDS = 60;
  private static final long IN_2100 = 4_102_444_800L;

  private final Bench bench;
  private final InboxApi api;
  private final AvroFiles avro = new AvroFiles();
  private final InboxFacts facts;
  private final InboxItems items;

  InboxOrderIT(Bench bench) {
    this.bench = bench;
    this.api = new InboxApi(bench.http(), bench.pipeline().http());
    this.facts = new InboxFacts(bench.topics(), avro);
    this.items = new InboxItems(bench.tables());
  }

  @Test
  void shouldCountAReadThatIsSentRightAfterThePublishsAnswer() throws Exception {
    Inbox inbox = Inbox.of("right-after");
    List<String> own = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      own.add(api.toUsers(inbox, List.of(uid), InboxSamples.message("own", "billing")));
      api.read(inbox, uid, own.get(round));
      open.add(api.toEveryone(inbox, InboxSamples.message("open", "promo")));
      api.read(inbox, uid, open.get(round));
    }
    bench.pipeline().awaitDrained();

    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      assertThat(items.message(inbox, uid, own.get(round)).orElseThrow()).containsKey("readat");
      assertThat(items.message(inbox, uid, open.get(round)).orElseThrow()).containsKey("readat");
    }
    for (int user = 0; user < 7; user++) {
      int rounds = (ROUNDS - user + 6) / 7;
      assertThat(items.counters(inbox, "user-" + user))
          .isEqualTo(
              Map.of(
                  "*", rounds + "/" + 2 * rounds,
                  "billing", rounds + "/" + rounds,
                  "promo", "0/" + rounds));
    }
    assertThat(items.counters(inbox, Inbox.PUBLIC))
        .isEqualTo(Map.of("*", "" + ROUNDS, "promo", "" + ROUNDS));
    System.out.println("inbox-right-after: reads=" + 2 * ROUNDS);
  }

  @Test
  void shouldLetAReadWaitForItsMessage() throws Exception {
    Inbox inbox = Inbox.of("waits");
    Instant now = Instant.now();
    String own = "0G000000000000OWN";
    String open = "0G00000000000OPEN";
    long read = now.getEpochSecond();
    api.read(inbox, "ann", own, open);
    api.read(inbox, "bob", open);
    Eventually.await().until(() -> waits(inbox, own) == 1);

    Completed waiting = drained("5");
    assertThat(waiting.exitCode()).as(waiting.out()).isEqualTo(3);
    assertThat(waiting.out() + waiting.err()).contains("inbox.waits");
    assertThat(waits(inbox, open)).isEqualTo(2);
    assertThat(items.all(inbox.pk("ann"))).isEmpty();

    GenericRecord details = facts.details("awaited");
    facts.publish(
        inbox, now, own, facts.publication(List.of("ann", "bob"), null, IN_2100, details).build());
    facts.publish(inbox, now, open, facts.publication(List.of(), "x", IN_2100, details).build());
    bench.pipeline().awaitDrained();

    assertThat(number(items.message(inbox, "ann", own).orElseThrow(), "readat"))
        .isBetween(read, read + 10);
    assertThat(items.message(inbox, "ann", open).orElseThrow()).containsKey("readat");
    assertThat(items.ids(inbox, "bob")).containsExactly(own, open);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "1/2", "x", "0/1"));
    assertThat(items.counters(inbox, "bob")).isEqualTo(Map.of("*", "1/1", "x", "0/1"));
    assertThat(waits(inbox, own) + waits(inbox, open)).isZero();
  }

  @Test
  void shouldWaitTenMinutesAndNoLonger() {
    Inbox inbox = Inbox.of("waits-end");
    Instant then = Instant.parse("2026-01-01T00:00:00.500Z");
    String inTime = "0B9JZN5B00000TIME";
    String late = "0B9JZN5B00000LATE";
    String origin = facts.append(inbox, "ann", then, facts.readMessage(late));
    facts.append(inbox, "ann", then.plusMillis(1), facts.readMessage(inTime));
    facts.append(inbox, "ann", then.plusSeconds(600), facts.delivered(inTime, "x", IN_2100));
    facts.append(
        inbox, "ann", then.plusSeconds(600).plusMillis(1), facts.delivered(late, "x", IN_2100));
    facts.append(inbox, "ann", then.plusSeconds(660), facts.tick());
    bench.pipeline().awaitDrained();

    assertThat(items.message(inbox, "ann", inTime).orElseThrow()).containsKey("readat");
    assertThat(items.message(inbox, "ann", late).orElseThrow()).doesNotContainKey("readat");
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "2/1", "x", "2/1"));
    assertThat(
            bench.topics().read("inbox.dead-letters").stream()
                .filter(letter -> letter.key().equals(inbox.pk("ann"))))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.header("tributary-code")).hasValue("MESSAGE_NOT_FOUND");
              assertThat(letter.header("tributary-origin")).hasValue(origin);
            });
  }

  @Test
  void shouldReadEverythingUntilThen() throws Exception {
    Inbox inbox = Inbox.of("until");
    Instant then = Instant.parse("2026-01-02T00:00:00.999Z");
    for (int i = 0; i < 4; i++) {
      publish(inbox, then.plusSeconds(i), "0B9K0000000000OW" + i, List.of("ann", "bob"));
      publish(inbox, then.plusSeconds(i), "0B9K0000000000OP" + i, List.of());
    }
    bench.pipeline().awaitDrained();
    long second = then.getEpochSecond() + 1;
    facts.append(inbox, "ann", then.plusSeconds(60), facts.readMessage("0B9K0000000000OW2"));
    facts.append(inbox, "ann", then.plusSeconds(70), facts.readUntil(second));
    // What was raised is not lowered.
    facts.append(inbox, "ann", then.plusSeconds(80), facts.readUntil(second - 1));
    // Delivered later, but received before.
    publish(inbox, then.plusMillis(1000), "0B9K0000000000OW9", List.of("ann", "bob"));
    publish(inbox, then.plusMillis(999), "0B9K0000000000OP9", List.of());
    publish(inbox, then.plusMillis(1001), "0B9K0000000000OWA", List.of("ann"));
    bench.pipeline().awaitDrained();

    long readAt = then.getEpochSecond() + 70;
    assertThat(readAts(inbox, "ann"))
        .isEqualTo(
            "OP0=%1$d OP1=%1$d OP9=%1$d OW0=%1$d OW1=%1$d OW2=%2$d OW3=- OW9=%1$d OWA=-"
                .formatted(readAt, then.getEpochSecond() + 60));
    assertThat(readAts(inbox, "bob")).isEqualTo("OW0=- OW1=- OW2=- OW3=- OW9=-");
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "6/7", "x", "6/7"));
    assertThat(items.counters(inbox, "bob")).isEqualTo(Map.of("*", "5/0", "x", "5/0"));
  }

  @Test
  void shouldKeepAnUntilThatLiesAhead() throws Exception {
    Inbox inbox = Inbox.of("until-ahead");
    long now = Instant.now().getEpochSecond();
    String before = api.toUsers(inbox, List.of("ann"), InboxSamples.message("before"));
    api.readUntil(inbox, "ann", now + 3600);
    String own = api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("own", "billing"));
    String open = api.toEveryone(inbox, InboxSamples.message("open", "promo"));
    bench.pipeline().awaitDrained();
    String afterAll = api.toEveryone(inbox, InboxSamples.message("later", "promo"));
    bench.pipeline().awaitDrained();

    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(before, own, open, afterAll);
    for (String id : List.of(before, own, open, afterAll)) {
      Map<String, Object> item = items.message(inbox, "ann", id).orElseThrow();
      assertThat(number(item, "readat")).as(id).isBetween(now, Instant.now().getEpochSecond());
    }
    assertThat(items.ids(inbox, "bob")).containsExactly(own);
    assertThat(items.counters(inbox, "ann"))
        .isEqualTo(Map.of("*", "2/4", "billing", "1/1", "promo", "0/2"));
    assertThat(items.counters(inbox, "bob")).isEqualTo(Map.of("*", "1/0", "billing", "1/0"));
  }

  private void publish(Inbox inbox, Instant at, String id, List<String> uids) {
    facts.publish(inbox, at, id, facts.publication(uids, "x", IN_2100, facts.details("m")).build());
  }

  /** Of every message and receipt of a user when it was read, by the end of its id. */
  private String readAts(Inbox inbox, String uid) {
    List<String> found = new ArrayList<>();
    for (String id : items.ids(inbox, uid)) {
      Map<String, Object> item = items.message(inbox, uid, id).orElseThrow();
      found.add(
          id.substring(14) + "=" + (item.containsKey("readat") ? number(item, "readat") : "-"));
    }
    return String.join(" ", found);
  }

  /** How many reads wait for a message. */
  private long waits(Inbox inbox, String id) {
    Map<String, TopicRecord> newest = new HashMap<>();
    bench.topics().read("inbox.waits").forEach(record -> newest.put(record.key(), record));
    return newest.values().stream()
        .filter(record -> record.raw().value() != null)
        .map(record -> avro.decode(record.raw().value()))
        .filter(fact -> fact.get("awaited").toString().endsWith(id))
        .filter(fact -> fact.get("key").toString().startsWith("t#" + inbox.tenant() + "U#"))
        .count();
  }

  private Completed drained(String seconds) {
    return bench
        .pipeline()
        .launcher()
        .runInProcess(bench.pipeline().endpoints().appendedTo("drained", "--timeout", seconds));
  }
}
