package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two gateways that many webhooks of one conversation reach at once. */
@Tag("storm")
final class TenantsConcurrencyIT {

  private static final int WEBHOOKS = 200;
  private static final int CLIENTS = 20;
  private static final String TENANT = "crowd";
  private static final String TEAM = "T0CROWD";
  private static final String CONVERSATION = "slack-C01";

  private final Workplace place = Workplace.of(TenantsConcurrencyIT.class);

  @AutoClose
  private final TenantsBench bench = new TenantsBench(place, SplitPipeline.start(place, 1));

  @Test
  void shouldKeepOneHistoryInTheLogsOrder() throws Exception {
    bench.pipeline.add(Role.GATEWAY);
    TenantsApi api = bench.api();
    api.tenant(TENANT, "{}");
    api.claim(TENANT, "slack", TEAM);

    deliverAll();
    bench.pipeline.awaitDrained();

    List<String> log = textsOfTheLog();
    assertThat(log)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WEBHOOKS).mapToObj(i -> "user: text " + i).toList());
    assertThat(bench.items.entries(TENANT, CONVERSATION)).isEqualTo(log);
    Map<String, Object> live = whole().orElseThrow();

    deliverAll();
    bench.pipeline.awaitDrained();
    assertThat(whole()).as("after redeliveries").hasValue(live);
    assertThat(bench.topics.read(TenantsFacts.WEBHOOKS)).hasSize(2 * WEBHOOKS);
    assertThat(bench.topics.read(TenantsFacts.MESSAGES)).hasSize(WEBHOOKS);

    api.forget(TENANT, CONVERSATION);
    deliverAll();
    bench.pipeline.awaitDrained();
    assertThat(whole()).as("after a clear and late redeliveries").isEmpty();

    api.deliver(webhook(WEBHOOKS));
    bench.pipeline.awaitDrained();
    assertThat(bench.items.entries(TENANT, CONVERSATION)).containsExactly("user: text " + WEBHOOKS);
    assertThat(bench.topics.read(TenantsFacts.DEAD_LETTERS)).isEmpty();
    System.out.printf(
        "tenants concurrency: webhooks=%d redelivered=%d %s%n",
        WEBHOOKS, 2 * WEBHOOKS, place.deeds());
  }

  @Test
  void shouldClearAlsoWhatIsStillOnItsWay() throws Exception {
    TenantsApi api = bench.api();
    api.tenant(TENANT, "{}");
    api.claim(TENANT, "slack", TEAM);
    Instance processors = bench.pipeline.of(Role.PROCESSORS).get(0);
    processors.stop();
    api.deliver(webhook(0));
    awaitNextMillisecond();
    api.forget(TENANT, CONVERSATION);
    api.deliver(webhook(1));
    processors.launch();
    processors.awaitReady();
    bench.pipeline.awaitDrained();

    assertThat(eventsOfTheLog())
        .containsExactly("ClearedConversation", "ReceivedMessage", "ReceivedMessage");
    assertThat(bench.items.entries(TENANT, CONVERSATION)).containsExactly("user: text 1");
    assertThat(bench.topics.read(TenantsFacts.MESSAGES)).hasSize(2);

    api.deliver(webhook(0));
    api.say(TENANT, CONVERSATION, "answer", "assistant", "an answer");
    bench.pipeline.awaitDrained();
    assertThat(bench.items.entries(TENANT, CONVERSATION))
        .containsExactly("user: text 1", "assistant: an answer");
  }

  /** Of what is accepted in the same one, nobody can say what came first. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    Eventually.await()
        .pollDelay(Duration.ofMillis(1))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> System.currentTimeMillis() > now);
  }

  private List<String> eventsOfTheLog() {
    return bench.topics.read(TenantsFacts.EVENTS).stream()
        .map(record -> (GenericRecord) bench.avro.decode(record.raw().value()).get("event"))
        .map(event -> event.getSchema().getName())
        .toList();
  }

  private void deliverAll() {
    Queue<Upload> queue =
        new ArrayDeque<>(IntStream.range(0, WEBHOOKS).mapToObj(this::webhook).toList());
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(),
            bench.pipeline::nextGateway,
            () -> next(queue),
            CLIENTS,
            Duration.ofMillis(1))) {
      List<Delivery> settled = load.awaitAll();
      assertThat(settled).hasSize(WEBHOOKS).allMatch(Delivery::acknowledged);
    }
  }

  private static Optional<Upload> next(Queue<Upload> queue) {
    synchronized (queue) {
      return Optional.ofNullable(queue.poll());
    }
  }

  private Upload webhook(int i) {
    return TenantsSamples.slack(TEAM, "Ev" + i, "C01", "text " + i);
  }

  /** What the gateways' log says was said, in its order. */
  private List<String> textsOfTheLog() {
    return bench.topics.read(TenantsFacts.WEBHOOKS).stream()
        .map(record -> bench.avro.decode(record.raw().value()))
        .map(TenantsConcurrencyIT::text)
        .toList();
  }

  private static String text(GenericRecord fact) {
    return "user: " + RawMessages.slackText(fact);
  }

  private Optional<Map<String, Object>> whole() {
    return bench.items.whole(TenantsItems.CONVERSATIONS, TENANT, CONVERSATION);
  }
}
