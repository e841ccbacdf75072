package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * People whose WhatsApp messages tell the number, an id, or both, in any order, through two
 * gateways, while services are killed. The replay behind it makes the same items from facts.
 */
@Order(3)
@OnRestartablePipeline
final class ContactsIT {

  private static final String TENANT = "contacts";
  private static final String PHONE = "106540352240003";
  private static final int PEOPLE = 40;
  private static final int ROUNDS = 8;
  private static final int CLIENTS = 8;

  private final AvroFiles avro = new AvroFiles();
  private final RestartablePipeline pipeline;
  private final HttpProbe http;

  ContactsIT(RestartablePipeline pipeline) throws IOException {
    this.pipeline = pipeline;
    this.http = new HttpProbe(pipeline.statistics());
    pipeline.have(Role.GATEWAY, 2);
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
    gateway(0).tenant(TENANT, "{}");
    gateway(0).claim(TENANT, "whatsapp", PHONE);
  }

  /** Parts of the sender that a message tells. */
  private enum SenderForm {
    NUMBER,
    ID,
    BOTH
  }

  private TenantsApi gateway(int number) {
    return new TenantsApi(http, pipeline.services().of(Role.GATEWAY).get(number).http());
  }

  @Test
  void shouldKeepOneConversationOfEachPersonWithEveryMessageOnceInOrder() throws Exception {
    List<List<SenderForm>> people = IntStream.range(0, PEOPLE).mapToObj(person -> forms()).toList();
    Instance processors = pipeline.services().of(Role.PROCESSORS).get(0);
    for (int round = 0; round < ROUNDS; round++) {
      if (round == 2) {
        processors.kill();
      }
      if (round == 4) {
        processors.launch();
        Instance victim = pipeline.services().of(Role.GATEWAY).get(1);
        victim.kill();
        victim.launch();
        victim.awaitReady();
      }
      deliver(people, round, pipeline.random().nextInt(2));
      if (round % 3 == 1) {
        deliver(people, pipeline.random().nextInt(round + 1), pipeline.random().nextInt(2));
      }
    }
    processors.awaitReady();
    pipeline.services().awaitDrained();

    assertThat(pipeline.tables().scan("conversations"))
        .filteredOn(item -> TENANT.equals(item.get("pk")))
        .map(TenantsItems::entries)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, PEOPLE).mapToObj(ContactsIT::everything).toList());
    assertThat(texts())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, PEOPLE)
                .boxed()
                .flatMap(person -> everything(person).stream())
                .toList());
  }

  /** Texts of the messages for assistants. */
  private List<String> texts() {
    return pipeline.topics().read("tenants.messages").stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(message -> TENANT.equals(Fields.text(message, "tenant_id")))
        .map(message -> "user: " + Fields.text(message, "text"))
        .toList();
  }

  /** Any order of forms, of which one at least tells that number and id are one person's. */
  private List<SenderForm> forms() {
    List<SenderForm> forms =
        IntStream.range(0, ROUNDS)
            .mapToObj(any -> SenderForm.values()[pipeline.random().nextInt(3)])
            .collect(Collectors.toCollection(ArrayList::new));
    if (!forms.contains(SenderForm.BOTH)) {
      forms.set(pipeline.random().nextInt(ROUNDS), SenderForm.BOTH);
    }
    return forms;
  }

  private static List<String> everything(int person) {
    return IntStream.range(0, ROUNDS)
        .mapToObj(round -> "user: " + person + " says " + round)
        .toList();
  }

  private void deliver(List<List<SenderForm>> people, int round, int first) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<String>> answers = new ArrayList<>();
    for (int person = 0; person < people.size(); person++) {
      TenantsApi gateway = gateway((first + person) % 2);
      Request webhook = webhook(person, round, people.get(person).get(round));
      answers.add(clients.submit(() -> gateway.deliver(webhook)));
    }
    for (Future<String> answer : answers) {
      answer.get();
    }
    clients.shutdown();
  }

  private static Request webhook(int person, int round, SenderForm form) {
    String number = form == SenderForm.ID ? "" : "\"from\":\"4477009%05d\",".formatted(person);
    String id = form == SenderForm.NUMBER ? "" : "\"from_user_id\":\"GB.%05d\",".formatted(person);
    return SignedWebhooks.meta(
        ("{\"object\":\"whatsapp_business_account\",\"entry\":[{\"id\":\"1\",\"changes\":[{"
                + "\"field\":\"messages\",\"value\":{\"metadata\":{\"phone_number_id\":\"%s\"},"
                + "\"messages\":[{%s%s\"id\":\"wamid.%d.%d\",\"timestamp\":\"%d\","
                + "\"type\":\"text\",\"text\":{\"body\":\"%d says %d\"}}]}}]}]}")
            .formatted(
                PHONE, number, id, person, round, Instant.now().getEpochSecond(), person, round));
  }
}
