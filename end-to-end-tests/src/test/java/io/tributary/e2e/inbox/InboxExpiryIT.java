package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OwnDynamoDb;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Items that DynamoDB removes, every ten seconds, and the counters behind them. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("storm")
@OwnDynamoDb
final class InboxExpiryIT {

  /** Long enough to look at everything before it goes. */
  private static final String LIFE = "60s";

  /** Milliseconds in which a sink that starts gets the relay of one that was killed. */
  private static final int UNTIL_TAKEN_OVER = 9000;

  private static final int KILLS = 4;
  private static final int ROUNDS = 2;
  private static final int OWN = 12;
  private static final int PUBLIC = 4;

  private static final String STREAM_RECORDS = "tributary_sink_stream_records_total";

  private final Workplace place = Workplace.of(InboxExpiryIT.class);
  private final HttpProbe http = new HttpProbe(place.statistics());
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final InboxApi api = new InboxApi(http, pipeline.of(Role.GATEWAY).get(0).http());
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final InboxItems items = new InboxItems(tables);
  private final AvroFiles avro = new AvroFiles();

  @AfterAll
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldCountEachRemovalOnce() throws Exception {
    Inbox inbox = Inbox.of("expiry");
    List<String> removals = fill(inbox);
    requireFilled(inbox);

    awaitRemoved(inbox);
    awaitEmpty(inbox);
    pipeline.awaitDrained();

    requireEmpty(inbox);
    assertThat(expiries(inbox)).containsExactlyInAnyOrderElementsOf(removals);
  }

  @Test
  void shouldCountRemovalsThatNoRelaySawAtTheTime() throws Exception {
    Seed seed = Seed.next();
    Random random = seed.random();
    System.out.println("inbox-expiry kills: " + seed);
    Inbox inbox = Inbox.of("expiry-unseen");
    List<String> removals = fill(inbox);
    requireFilled(inbox);
    Instance sink = pipeline.of(Role.SINK).get(0);

    sink.kill();
    awaitRemoved(inbox);
    assertThat(expiries(inbox)).isEmpty();
    for (int i = 0; i < KILLS; i++) {
      sink.launch();
      sink.awaitReady();
      int millis = random.nextInt(UNTIL_TAKEN_OVER);
      Eventually.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
      sink.kill();
    }
    sink.launch();
    sink.awaitReady();

    awaitEmpty(inbox);
    pipeline.awaitDrained();
    requireEmpty(inbox);
    assertThat(expiries(inbox)).containsExactlyInAnyOrderElementsOf(removals);
    System.out.printf(
        "inbox-expiry kills: %s removals=%d %s%n", seed, removals.size(), place.statistics());
  }

  @Test
  void shouldHandTheRelayOverWhenItsSinkIsKilled() throws Exception {
    Instance second = pipeline.add(Role.SINK);
    List<Instance> sinks = pipeline.of(Role.SINK);

    for (int round = 0; round < ROUNDS; round++) {
      Inbox inbox = Inbox.of("expiry-handed-over-" + round);
      List<Double> seen = streamRecords(sinks);
      List<String> removals = fill(inbox);
      requireFilled(inbox);
      Instance relaying = awaitGrowth(sinks, seen);

      awaitFirstRemoved(inbox);
      relaying.kill();
      awaitEmpty(inbox);
      relaying.launch();
      relaying.awaitReady();
      pipeline.awaitDrained();

      requireEmpty(inbox);
      assertThat(expiries(inbox)).containsExactlyInAnyOrderElementsOf(removals);
      System.out.printf("inbox-expiry handed over: round %d by %s%n", round, relaying);
    }
    second.stop();
  }

  /** Messages and receipts that live so long; says as {@link #expiries} what must be removed. */
  private List<String> fill(Inbox inbox) throws Exception {
    api.config(
        inbox,
        "{\"title\":\"t\",\"description\":\"d\",\"ttl\":{\"default\":\"%s\"}}".formatted(LIFE));
    List<String> removals = new ArrayList<>();
    for (int i = 0; i < OWN; i++) {
      String id =
          api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("own " + i, "billing"));
      removals.add("ann " + id);
      removals.add("bob " + id);
      if (i % 3 == 0) {
        api.read(inbox, "ann", id);
      }
    }
    for (int i = 0; i < PUBLIC; i++) {
      String id = api.toEveryone(inbox, InboxSamples.message("open " + i));
      removals.add("$public " + id);
      removals.add("ann " + id);
      api.read(inbox, "ann", id);
    }
    return removals;
  }

  private void requireFilled(Inbox inbox) {
    pipeline.awaitDrained();
    assertThat(items.ids(inbox, "ann")).hasSize(OWN + PUBLIC);
    assertThat(items.counters(inbox, "ann"))
        .isEqualTo(Map.of("*", OWN + "/" + (OWN / 3 + PUBLIC), "billing", OWN + "/" + OWN / 3));
    assertThat(items.counters(inbox, "bob"))
        .isEqualTo(Map.of("*", OWN + "/0", "billing", OWN + "/0"));
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "" + PUBLIC));
  }

  /** How many records of tables' streams each sink has read since it started. */
  private List<Double> streamRecords(List<Instance> sinks) throws IOException {
    List<Double> counts = new ArrayList<>();
    for (Instance sink : sinks) {
      counts.add(http.metric(sink.http(), STREAM_RECORDS));
    }
    return counts;
  }

  /** The sink that relays: the only one that has read more of the stream since then. */
  private Instance awaitGrowth(List<Instance> sinks, List<Double> since) {
    List<Instance> grown = new ArrayList<>();
    Eventually.await("the stream to be read")
        .until(
            () -> {
              List<Double> now = streamRecords(sinks);
              for (int i = 0; i < now.size(); i++) {
                if (now.get(i) > since.get(i)) {
                  grown.add(sinks.get(i));
                }
              }
              return !grown.isEmpty();
            });
    assertThat(grown).hasSize(1);
    return grown.get(0);
  }

  /** Until DynamoDB has begun to remove them. */
  private void awaitFirstRemoved(Inbox inbox) {
    Eventually.await("first removal of " + inbox)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> items.ids(inbox, "ann").size() < OWN + PUBLIC);
  }

  /** Until DynamoDB has removed every message and receipt. */
  private void awaitRemoved(Inbox inbox) {
    Eventually.await("removal of " + inbox)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () ->
                items.ids(inbox, "ann").isEmpty()
                    && items.ids(inbox, "bob").isEmpty()
                    && items.ids(inbox, Inbox.PUBLIC).isEmpty());
  }

  private void awaitEmpty(Inbox inbox) {
    Eventually.await("counters of " + inbox).untilAsserted(() -> requireEmpty(inbox));
  }

  private void requireEmpty(Inbox inbox) {
    for (String uid : List.of("ann", "bob")) {
      assertThat(items.counters(inbox, uid)).isEqualTo(Map.of("*", "0/0", "billing", "0/0"));
      assertThat(items.ids(inbox, uid)).isEmpty();
    }
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "0"));
    assertThat(items.ids(inbox, Inbox.PUBLIC)).isEmpty();
  }

  /** Every committed expiry of an inbox, as {@code uid id}. */
  private List<String> expiries(Inbox inbox) {
    return topics.read(InboxFacts.EXPIRIES).stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(expiry -> expiry.get("tenant_key").toString().equals(inbox.tenant()))
        .map(InboxExpiryIT::removal)
        .toList();
  }

  private static String removal(GenericRecord expiry) {
    return expiry.get("uid") + " " + expiry.get("id");
  }
}
