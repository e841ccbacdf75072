package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What a publisher gets for an Idempotency-Key, from whichever of two gateways. */
@Tag("storm")
@TestInstance(Lifecycle.PER_CLASS)
final class InboxIdempotencyIT {

  private static final int RACES = 12;
  private static final int RACERS = 6;

  private static final String BODY =
      """
      {"audiences":{"kind":"users","label":"Some","uids":["ann","bob"]},
       "taxonomy":{"category":"billing"},"message":{"title":"once","body":{"n":1,"m":[2]}}}
      """;

  /** The same in other words. */
  private static final String SAME =
      """
      {"message":{"cta_uri":null,"body":{ "n":1, "m":[2] },"title":"onc\\u0065"},
       "taxonomy":{"category":"billing"},"host_system_id":null,"unknown":"member",
       "audiences":{"uids":["ann","bob"],"label":"Some","kind":"users"}}
      """;

  private final Workplace place = Workplace.of(InboxIdempotencyIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final InboxApi one = new InboxApi(http, pipeline.of(Role.GATEWAY).get(0).http());
  private final InboxApi other = new InboxApi(http, pipeline.add(Role.GATEWAY).http());
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final InboxItems items = new InboxItems(tables);

  @AfterAll
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldGiveARetryTheSameIdAndNothingMore() throws Exception {
    Inbox inbox = Inbox.of("retries");
    String key = "order/17 #1: \"it's fine\"";
    String id = InboxApi.accepted(one.publish(inbox, key, BODY), 2);
    for (InboxApi gateway : List.of(one, other, one)) {
      assertThat(InboxApi.accepted(gateway.publish(inbox, key, BODY), 2)).isEqualTo(id);
      assertThat(InboxApi.accepted(gateway.publish(inbox, key, SAME), 2)).isEqualTo(id);
    }
    pipeline.awaitDrained();

    requireOneMessage(inbox, id);
  }

  @Test
  void shouldRefuseAnotherPublishUnderTheSameKey() throws Exception {
    Inbox inbox = Inbox.of("reuse");
    String id = InboxApi.accepted(one.publish(inbox, "k", BODY), 2);
    for (String another :
        List.of(
            BODY.replace("once", "twice"),
            BODY.replace("\"n\":1", "\"n\":2"),
            BODY.replace("\"bob\"", "\"cid\""),
            BODY.replace(",\"bob\"", ""),
            BODY.replace("billing", "promo"),
            BODY.replace("Some", "Others"),
            BODY.replace("\"taxonomy\"", "\"sender\":\"me\",\"taxonomy\""),
            BODY.replace("\"taxonomy\"", "\"host_system_id\":\"h\",\"taxonomy\""))) {
      assertThat(another).isNotEqualTo(BODY);
      for (InboxApi gateway : List.of(one, other)) {
        Answer answer = gateway.publish(inbox, "k", another);
        assertThat(answer.status()).as(another + answer.body()).isEqualTo(422);
        assertThat(answer.json().path("error").asText()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
      }
    }
    assertThat(InboxApi.accepted(other.publish(inbox, "k", BODY), 2)).isEqualTo(id);
    pipeline.awaitDrained();

    requireOneMessage(inbox, id);
  }

  @Test
  void shouldTellKeysOfInboxesAndTenantsApart() throws Exception {
    Set<String> ids = new HashSet<>();
    for (Inbox inbox :
        List.of(Inbox.of("apart"), new Inbox("apart", "second"), Inbox.of("apart2"))) {
      ids.add(InboxApi.accepted(one.publish(inbox, "k", BODY), 2));
      ids.add(InboxApi.accepted(one.publish(inbox, "K", BODY), 2));
      // Without a key a repeat is another message.
      ids.add(InboxApi.accepted(one.publish(inbox, BODY), 2));
      ids.add(InboxApi.accepted(one.publish(inbox, BODY), 2));
    }
    pipeline.awaitDrained();

    assertThat(ids).hasSize(12);
    assertThat(items.ids(new Inbox("apart", "second"), "ann")).hasSize(4);
    assertThat(items.counters(Inbox.of("apart2"), "bob"))
        .isEqualTo(Map.of("*", "4/0", "billing", "4/0"));
  }

  @Test
  void shouldMakeOneMessageOfARace() throws Exception {
    Inbox inbox = Inbox.of("races");
    Set<String> winners = new HashSet<>();
    ExecutorService racers = Executors.newCachedThreadPool();
    for (int race = 0; race < RACES; race++) {
      String key = "race " + race;
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Answer>> answers = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        InboxApi gateway = racer % 2 == 0 ? one : other;
        answers.add(
            racers.submit(
                () -> {
                  start.await();
                  return gateway.publish(inbox, key, BODY);
                }));
      }
      start.countDown();
      Set<String> ids = new HashSet<>();
      for (Future<Answer> answer : answers) {
        ids.add(InboxApi.accepted(answer.get(), 2));
      }
      assertThat(ids).as(key).hasSize(1);
      winners.addAll(ids);
    }
    racers.shutdown();
    pipeline.awaitDrained();

    assertThat(winners).hasSize(RACES);
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrderElementsOf(winners);
    assertThat(items.counters(inbox, "bob"))
        .isEqualTo(Map.of("*", RACES + "/0", "billing", RACES + "/0"));
    assertThat(publishes(inbox)).hasSize(RACES);
    System.out.printf("inbox-races: keys=%d requests-each=%d %s%n", RACES, RACERS, place.deeds());
  }

  private void requireOneMessage(Inbox inbox, String id) {
    assertThat(publishes(inbox)).containsExactly("%s#DEFAULT#%s".formatted(inbox.tenant(), id));
    assertThat(
            topics.read(InboxFacts.EVENTS).stream()
                .map(TopicRecord::key)
                .filter(key -> key.startsWith("t#" + inbox.tenant() + "U#")))
        .containsExactlyInAnyOrder(inbox.pk("ann"), inbox.pk("bob"));
    for (String uid : List.of("ann", "bob")) {
      assertThat(items.ids(inbox, uid)).containsExactly(id);
      assertThat(items.counters(inbox, uid)).isEqualTo(Map.of("*", "1/0", "billing", "1/0"));
    }
  }

  private List<String> publishes(Inbox inbox) {
    return topics.read(InboxFacts.PUBLISHES).stream()
        .map(TopicRecord::key)
        .filter(key -> key.startsWith(inbox.tenant() + "#"))
        .toList();
  }
}
