package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.TopicRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The documented trace of the counters, category by category, to its end by real expiry. The table
 * is its own: DynamoDB Local comes late to what has expired where there is more of it, and removes
 * in any order what it finds together.
 */
@Tag("storm")
final class InboxCountersIT {

  /** DynamoDB Local removes what has expired every ten seconds. */
  private static final Duration UNTIL_REMOVED = Duration.ofMinutes(3);

  /**
   * The lives are so far apart that what comes first is gone, and counted, well before the other.
   */
  private static final String CONFIG =
      "{\"title\":\"t\",\"description\":\"d\","
          + "\"ttl\":{\"default\":\"30d\",\"promo\":\"1m\",\"billing\":\"2m\"}}";

  private final Workplace place = Workplace.of(InboxCountersIT.class);
  private final InboxBench bench = new InboxBench(SplitPipeline.start(place, 1));
  private final InboxApi api =
      new InboxApi(new HttpProbe(place.deeds()), bench.pipeline.nextGateway());
  private final InboxItems items = new InboxItems(bench.tables);
  private final Inbox inbox = Inbox.of("trace");

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldFollowTheDocumentedTrace() throws Exception {
    api.config(inbox, CONFIG);

    String billing = api.toUsers(inbox, List.of("u1", "u2"), InboxSamples.message("1", "billing"));
    await("u1", Map.of("*", "1/0", "billing", "1/0"));
    await("u2", Map.of("*", "1/0", "billing", "1/0"));

    String promo = api.toEveryone(inbox, InboxSamples.message("2", "promo"));
    await(Inbox.PUBLIC, Map.of("*", "1", "promo", "1"));

    api.read(inbox, "u1", billing);
    await("u1", Map.of("*", "1/1", "billing", "1/1"));

    api.read(inbox, "u1", promo);
    await("u1", Map.of("*", "1/2", "billing", "1/1", "promo", "0/1"));

    api.read(inbox, "u1", billing, promo);
    api.read(inbox, "u1", promo);
    bench.awaitDrained();
    await("u1", Map.of("*", "1/2", "billing", "1/1", "promo", "0/1"));
    await("u2", Map.of("*", "1/0", "billing", "1/0"));

    await(Inbox.PUBLIC, Map.of("*", "0", "promo", "0"));
    await("u1", Map.of("*", "1/1", "billing", "1/1", "promo", "0/0"));
    assertThat(items.ids(inbox, "u1")).containsExactly(billing);

    await("u1", Map.of("*", "0/0", "billing", "0/0", "promo", "0/0"));
    await("u2", Map.of("*", "0/0", "billing", "0/0"));
    bench.awaitDrained();
    assertThat(items.ids(inbox, "u1")).isEmpty();
    assertThat(items.ids(inbox, "u2")).isEmpty();
    assertThat(items.ids(inbox, Inbox.PUBLIC)).isEmpty();

    assertThat(trace("u1", "*")).containsExactly("1/0", "1/1", "1/2", "1/1", "0/0");
    assertThat(trace("u1", "billing")).containsExactly("1/0", "1/1", "0/0");
    assertThat(trace("u1", "promo")).containsExactly("0/1", "0/0");
    assertThat(trace("u2", "*")).containsExactly("1/0", "0/0");
    assertThat(trace(Inbox.PUBLIC, "*")).containsExactly("1", "0");
    assertThat(trace(Inbox.PUBLIC, "promo")).containsExactly("1", "0");
  }

  private void await(String uid, Map<String, String> counters) {
    Awaitility.await(uid)
        .atMost(UNTIL_REMOVED)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(items.counters(inbox, uid)).isEqualTo(counters));
  }

  /** Every state that a counter has been through, as its subscribers have seen it. */
  private List<String> trace(String uid, String category) {
    String key = inbox.pk(uid) + "#c#" + category;
    List<GenericRecord> states =
        bench.topics.read("inbox.stats").stream()
            .filter(record -> record.key().equals(key))
            .map(TopicRecord::raw)
            .map(raw -> bench.avro.decode(raw.value()))
            .toList();
    assertThat(states.stream().map(state -> (Long) state.get("rev")).distinct())
        .as("revs of " + key)
        .isSorted()
        .hasSize(states.size());
    return states.stream()
        .map(
            state ->
                state.get("read") == null
                    ? state.get("published").toString()
                    : state.get("published") + "/" + state.get("read"))
        .toList();
  }
}
