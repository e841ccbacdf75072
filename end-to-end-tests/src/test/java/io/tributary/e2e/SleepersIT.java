package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.Cluster;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Instances that sleep, are replaced, and wake up with something in hand that is long done. */
@Order(5)
@OnRestartablePipeline
final class SleepersIT {

  private static final int MESSAGES = 10;
  private static final int RECIPIENTS = 30;
  private static final int REQUESTS = 3000;
  private static final Map<String, String> TOKEN =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL);

  private final RestartablePipeline pipeline;
  private final SplitPipeline services;
  private final HttpProbe http;

  SleepersIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.services = pipeline.services();
    this.http = new HttpProbe(pipeline.statistics());
  }

  /** Both ways of a write that comes too late: an older state, and an item that was removed. */
  @Test
  void shouldNotLetASleepingSinkSetCountersBackOrBringMessagesBack() throws IOException {
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
    services.awaitDrained();
    try (SleepingSink sleeper = new SleepingSink(pipeline)) {
      int before = pipeline.topics().read("inbox.messages").size();
      List<String> ids = new ArrayList<>();
      for (int message = 0; message < MESSAGES; message++) {
        ids.add(publish());
      }
      awaitRecords(before + MESSAGES * RECIPIENTS);
      sleeper.fallAsleep(Set.of("\"m#", "\"c#"));
      for (String id : ids) {
        assertThat(http.delete(uri("/messages/" + id), TOKEN).status()).isEqualTo(202);
      }
      awaitRecords(before + 2 * MESSAGES * RECIPIENTS);

      int back = sleeper.bringBack(() -> stored(ids));

      assertThat(sleeper.refused()).isPositive();
      System.out.printf("sleeping sink: came-back=%d refused=%d%n", back, sleeper.refused());
    }
    assertThat(counters()).hasSize(RECIPIENTS).allMatch("0/0"::equals);
    pipeline.check();
  }

  private String publish() throws IOException {
    String uids =
        IntStream.range(0, RECIPIENTS)
            .mapToObj(number -> "\"u" + number + '"')
            .collect(Collectors.joining(","));
    Answer answer =
        http.post(
            uri("/messages"),
            TOKEN,
            """
            {"audiences":{"kind":"users","label":"Some","uids":[%s]},
             "message":{"title":"Late","body":"text"}}"""
                .formatted(uids));
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    return answer.json().path("id").asText();
  }

  private URI uri(String path) {
    return services.gateway().resolve("/v1/inbox/sleepers/DEFAULT" + path);
  }

  private void awaitRecords(int records) {
    Eventually.await("messages to be folded")
        .until(() -> pipeline.topics().read("inbox.messages").size() >= records);
  }

  private int stored(List<String> ids) {
    return (int)
        pipeline.tables().scan("inbox").stream()
            .filter(item -> ids.contains(String.valueOf(item.get("sk")).replace("m#", "")))
            .count();
  }

  private List<String> counters() {
    return pipeline.tables().scan("inbox").stream()
        .filter(item -> String.valueOf(item.get("pk")).startsWith("t#sleepersU#"))
        .map(item -> item.get("published") + "/" + item.get("read"))
        .toList();
  }

  /** After a sleep that its group has noticed. */
  @Test
  @Tag("storm")
  void shouldNotUndoTheWritesOfASuccessor() {
    pipeline.have(Role.PROCESSORS, 2);
    pipeline.have(Role.SINK, 2);
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      load.awaitMore(20);
      sleepAndWake(load, Role.SINK, "tributary-sink");
      sleepAndWake(load, Role.PROCESSORS, "tributary-processors");
      load.requireExact();
    }

    pipeline.check();
    services.all().forEach(this::awaitHealthy);
  }

  private void sleepAndWake(Simulation load, Role role, String group) {
    Instance sleeper = services.of(role).get(0);
    try (Cluster cluster = new Cluster(services.endpoints())) {
      int members = cluster.members(group);
      sleeper.process().freeze();
      Eventually.await("the group to miss " + sleeper)
          .until(() -> cluster.members(group) < members);
    }
    load.awaitMore(20);
    sleeper.process().thaw();
    load.awaitMore(20);
  }

  /** An instance that has lost its place finds a new one. */
  private void awaitHealthy(Instance instance) {
    URI ready = instance.http().resolve("/health/ready");
    Eventually.await(instance + " to be ready")
        .ignoreExceptions()
        .until(() -> http.get(ready).status() == 200);
  }
}
