package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.store.TopicRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Publishes under one Idempotency-Key that come to two gateways at once. */
@Order(7)
@OnRestartablePipeline
final class InboxRacesIT {

  private static final int RACES = 12;
  private static final int RACERS = 6;

  private static final String BODY =
      """
      {"audiences":{"kind":"users","label":"Some","uids":["ann","bob"]},
       "taxonomy":{"category":"billing"},"message":{"title":"once","body":{"n":1,"m":[2]}}}
      """;

  private final RestartablePipeline pipeline;
  private final InboxApi one;
  private final InboxApi other;
  private final InboxItems items;

  InboxRacesIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    pipeline.have(Role.GATEWAY, 2);
    HttpProbe http = new HttpProbe(pipeline.statistics());
    List<Instance> gateways = pipeline.services().of(Role.GATEWAY);
    one = new InboxApi(http, gateways.get(0).http());
    other = new InboxApi(http, gateways.get(1).http());
    items = new InboxItems(pipeline.tables());
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
    pipeline.services().awaitDrained();

    assertThat(winners).hasSize(RACES);
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrderElementsOf(winners);
    assertThat(items.counters(inbox, "bob"))
        .isEqualTo(Map.of("*", RACES + "/0", "billing", RACES + "/0"));
    assertThat(publishes(inbox)).hasSize(RACES);
  }

  private List<String> publishes(Inbox inbox) {
    return pipeline.topics().read(InboxFacts.PUBLISHES).stream()
        .map(TopicRecord::key)
        .filter(key -> key.startsWith(inbox.tenant() + "#"))
        .toList();
  }
}
