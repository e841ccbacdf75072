package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.process.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Devices and operators whose requests go to either of two gateways. */
@Order(6)
@OnRestartablePipeline
final class TwoGatewaysIT {

  /** By then no gateway admits a key any more that another one has revoked. */
  private static final Duration REVOKED_EVERYWHERE = Duration.ofSeconds(2);

  private static final int RACES = 12;
  private static final int RACERS_OF_EACH_GATEWAY = 3;

  private final RestartablePipeline pipeline;
  private final SplitPipeline services;
  private final List<DevicesApi> gateways;

  TwoGatewaysIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.services = pipeline.services();
    pipeline.have(Role.GATEWAY, 2);
    HttpProbe http = new HttpProbe(pipeline.statistics());
    gateways =
        services.of(Role.GATEWAY).stream()
            .map(gateway -> new DevicesApi(http, gateway.http()))
            .toList();
  }

  @Test
  void shouldGiveRacingFirstRegistrationsTheSameConfirmationId() throws Exception {
    String key = gateways.get(0).newKey();
    Map<String, Set<String>> answered = new TreeMap<>();
    ExecutorService racers = Executors.newCachedThreadPool();
    for (int race = 0; race < RACES; race++) {
      String device = String.format("02:00:00:00:0A:%02X", race);
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Answer>> answers = new ArrayList<>();
      for (int racer = 0; racer < RACERS_OF_EACH_GATEWAY; racer++) {
        for (DevicesApi gateway : gateways) {
          String registration = Samples.registration(device, "racer " + answers.size());
          answers.add(racers.submit(after(start, () -> gateway.register(key, registration))));
        }
      }
      start.countDown();
      for (Future<Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
        answered
            .computeIfAbsent(device, any -> new HashSet<>())
            .add(answer.get().json().get("confirmation_id").asText());
      }
    }
    racers.shutdown();
    services.awaitDrained();

    assertThat(answered.values()).allSatisfy(ids -> assertThat(ids).hasSize(1));
    answered.forEach(
        (device, ids) -> assertThat(ids).containsExactly(attribute(device, "confirmation_id")));
  }

  @Test
  void shouldKnowAKeyEverywhereFromTheFirstRequestOn() throws Exception {
    for (int i = 0; i < 10; i++) {
      DevicesApi here = gateways.get(i % 2);
      DevicesApi there = gateways.get((i + 1) % 2);
      JsonNode made = here.createKey("{}").json();
      String raw = made.get("api_key").asText();

      Answer first = there.upload(raw, Samples.request(Samples.reading("with new key " + i)));

      assertThat(first.status()).as(first.body()).isEqualTo(200);
      requireRevoked(here, there, made.get("key_id").asText(), raw);
    }
  }

  @Test
  void shouldNotDecideByAStaleDirectoryAfterASleep() throws Exception {
    DevicesApi awake = gateways.get(0);
    String batch = Samples.request(Samples.reading("sent to a sleeper"));

    asleep(Duration.ZERO);
    JsonNode made = awake.createKey("{}").json();
    String raw = made.get("api_key").asText();
    Answer admitted = answerOnWaking(() -> gateways.get(1).upload(raw, batch));
    assertThat(admitted.status()).as(admitted.body()).isEqualTo(200);

    asleep(Duration.ZERO);
    assertThat(awake.revokeKey(made.get("key_id").asText()).status()).isEqualTo(200);
    asleep(REVOKED_EVERYWHERE);
    Answer refused = answerOnWaking(() -> gateways.get(1).upload(raw, batch));
    assertThat(refused.status()).as(refused.body()).isEqualTo(401);
    assertThat(refused.json().get("error").asText()).isEqualTo("KEY_REVOKED");
  }

  /** The second gateway sleeps, and has so for a while when this returns. */
  private void asleep(Duration atLeast) {
    services.of(Role.GATEWAY).get(1).process().freeze();
    Eventually.await().pollDelay(atLeast).until(() -> true);
  }

  /** Answered by the second gateway to what has arrived when it wakes. */
  private Answer answerOnWaking(Callable<Answer> request) throws Exception {
    ExecutorService client = Executors.newSingleThreadExecutor();
    try {
      Future<Answer> answer = client.submit(request);
      // Long enough for the request to lie in the sleeper's socket.
      Eventually.await().pollDelay(Duration.ofMillis(300)).until(() -> true);
      services.of(Role.GATEWAY).get(1).process().thaw();
      return answer.get();
    } finally {
      client.shutdown();
    }
  }

  private static void requireRevoked(DevicesApi here, DevicesApi there, String keyId, String raw)
      throws Exception {
    String body = Samples.request(Samples.reading("with a key as long as it works"));
    assertThat(here.revokeKey(keyId).status()).isEqualTo(200);
    assertThat(here.upload(raw, body).json().path("error").asText()).isEqualTo("KEY_REVOKED");

    Eventually.await("to be refused by the other gateway")
        .pollInterval(Duration.ofMillis(10))
        .pollDelay(Duration.ZERO)
        .until(() -> there.upload(raw, body).status() == 401);

    for (int i = 0; i < 5; i++) {
      Answer refused = there.upload(raw, body);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.json().get("error").asText()).isEqualTo("KEY_REVOKED");
    }
  }

  /** A text attribute of a device's item. */
  private String attribute(String hardwareId, String name) {
    return Objects.requireNonNull(
            pipeline
                .tables()
                .get("devices", Map.of("hardware_id", hardwareId))
                .orElseThrow()
                .get(name))
        .s();
  }

  private static <T> Callable<T> after(CountDownLatch start, Callable<T> task) {
    return () -> {
      start.await();
      return task.call();
    };
  }
}
