package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.PlainJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** One conversation whose webhooks come to two gateways, many at a time. */
@Order(8)
@OnRestartablePipeline
final class TenantsOrderIT {

  private static final String TENANT = "order";
  private static final String TEAM = "T0ORDER";
  private static final String CONVERSATION = "slack-C01";
  private static final int WEBHOOKS = 100;
  private static final int CLIENTS = 8;

  private final AvroFiles avro = new AvroFiles();
  private final RestartablePipeline pipeline;
  private final SplitPipeline services;
  private final List<TenantsApi> gateways;
  private final TenantsItems items;

  TenantsOrderIT(RestartablePipeline pipeline) throws IOException {
    this.pipeline = pipeline;
    this.services = pipeline.services();
    pipeline.have(Role.GATEWAY, 2);
    pipeline.have(Role.PROCESSORS, 1);
    HttpProbe http = new HttpProbe(pipeline.statistics());
    gateways =
        services.of(Role.GATEWAY).stream()
            .map(gateway -> new TenantsApi(http, gateway.http()))
            .toList();
    items = new TenantsItems(pipeline.tables());
    api().tenant(TENANT, "{}");
    api().claim(TENANT, "slack", TEAM);
  }

  private TenantsApi api() {
    return gateways.get(0);
  }

  @Test
  void shouldKeepTheOrderOfTheLogAndEachWebhookOnce() throws Exception {
    deliverAll();
    services.awaitDrained();
    List<String> log = textsOfTheLog();
    assertThat(log)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, WEBHOOKS).mapToObj(number -> "user: text " + number).toList());
    assertThat(items.entries(TENANT, CONVERSATION)).isEqualTo(log);

    deliverAll();
    services.awaitDrained();
    assertThat(items.entries(TENANT, CONVERSATION)).as("after redeliveries").isEqualTo(log);

    api().forget(TENANT, CONVERSATION);
    deliverAll();
    services.awaitDrained();
    assertThat(items.conversation(TENANT, CONVERSATION))
        .as("after a clear and late redeliveries")
        .isEmpty();
  }

  private void deliverAll() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<String>> answers = new ArrayList<>();
    for (int number = 0; number < WEBHOOKS; number++) {
      TenantsApi gateway = gateways.get(number % gateways.size());
      Request webhook = webhook("C01", number);
      answers.add(clients.submit(() -> gateway.deliver(webhook)));
    }
    for (Future<String> answer : answers) {
      answer.get();
    }
    clients.shutdown();
  }

  private static Request webhook(String channel, int number) {
    return TenantsSamples.slack(TEAM, "EvOrder" + number, channel, "text " + number);
  }

  /** Texts in the order in which gateways have appended them, each where it stands first. */
  private List<String> textsOfTheLog() {
    return pipeline.topics().read(TenantsFacts.WEBHOOKS).stream()
        .map(record -> avro.decode(record.raw().value()))
        .map(fact -> Fields.utf8(fact, "raw"))
        .filter(body -> body.contains("EvOrder") && body.contains("\"C01\""))
        .map(body -> "user: " + PlainJson.tree(body).at("/event/text").asText())
        .distinct()
        .toList();
  }
}
