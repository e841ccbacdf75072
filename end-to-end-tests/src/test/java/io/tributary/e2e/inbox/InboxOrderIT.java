package io.tributary.e2e.inbox;

import static io.tributary.e2e.inbox.InboxItems.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
}
