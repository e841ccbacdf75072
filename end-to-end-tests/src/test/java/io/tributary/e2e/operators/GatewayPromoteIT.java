package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.ReadinessWatch;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.Tables;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients of the only gateway notice of a generation that takes over. */
@Tag("storm")
final class GatewayPromoteIT {

  private static final Duration OFTEN = Duration.ofMillis(50);
  private static final Duration SELDOM = Duration.ofMillis(250);
  private static final String API_KEYS = "/v1/admin/api-keys";
  private static final Map<String, String> ADMIN =
      Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);
  private static final Map<String, String> SERVICE =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL, "Content-Type", "application/json");

  private final Workplace place = Workplace.of(GatewayPromoteIT.class);

  @Test
  void shouldTakeEveryEventAndRefuseNoConnection() throws Exception {
    Map<String, String> environment =
        Map.of("TRIBUTARY_FAMILIES", "devices,history", "TRIBUTARY_STOP_DELAY", "3s");
    try (SplitPipeline pipeline =
            SplitPipeline.start(place, place.launcher().with(environment), 1);
        Tables tables = new Tables(pipeline.endpoints())) {
      URI gateway = pipeline.nextGateway();
      Answer key = new HttpProbe(place.deeds()).post(gateway.resolve(API_KEYS), ADMIN, "{}");
      Map<String, String> device = Map.of("X-API-Key", key.json().path("api_key").asText());
      run(pipeline, "replay", "run", "--from", "facts");
      try (SteadyRequests batches =
              new SteadyRequests(
                  gateway.resolve("/v1/devices/data"), device, GatewayPromoteIT::batch, OFTEN);
          SteadyRequests messages =
              new SteadyRequests(
                  gateway.resolve("/v1/history/messages"),
                  SERVICE,
                  GatewayPromoteIT::message,
                  OFTEN);
          SteadyRequests commands =
              new SteadyRequests(gateway.resolve(API_KEYS), ADMIN, number -> "{}", SELDOM)) {
        promote(pipeline, commands);
        List<SteadyRequests.Sent> changes = commands.finish();
        assertThat(changes)
            .allMatch(sent -> SteadyRequests.isTaken(sent) || SteadyRequests.isToBeRepeated(sent));
        int readings = requireAllTaken(batches.finish());
        int said = requireAllTaken(messages.finish());

        pipeline.awaitDrained();
        assertThat(tables.count("g2-device_readings")).isEqualTo(readings);
        assertThat(contents(tables)).hasSize(said);
        requireKeys(changes, tables);
        System.out.printf("gateway promote: readings=%d messages=%d%n", readings, said);
      }
    }
  }

  /** Returns once all services are in the new generation. */
  private static void promote(SplitPipeline pipeline, SteadyRequests commands) {
    try (ReadinessWatch gateways = watch(pipeline, Role.GATEWAY);
        ReadinessWatch processors = watch(pipeline, Role.PROCESSORS);
        ReadinessWatch sinks = watch(pipeline, Role.SINK)) {
      commands.awaitTaken(10);
      run(pipeline, "replay", "promote", "--behind", "100000");
      // the old processors are gone: only who asks the new ones is answered
      commands.awaitTaken(10);
      processors.awaitReady();
      sinks.awaitReady();
      assertThat(gateways.statuses()).containsExactly(200);
      assertThat(processors.statuses()).containsOnly(200, 503);
      assertThat(processors.reasons()).contains("generation_changing");
      assertThat(sinks.statuses()).isSubsetOf(200, 503);
      System.out.println(
          "gateway promote: processors=" + processors.reasons() + " sinks=" + sinks.reasons());
    }
  }

  private static int requireAllTaken(List<SteadyRequests.Sent> sent) {
    assertThat(sent).isNotEmpty().allMatch(SteadyRequests::isTaken);
    return sent.size();
  }

  private static void requireKeys(List<SteadyRequests.Sent> changes, Tables tables) {
    Set<Object> there =
        tables.scan("g2-api_keys").stream()
            .map(item -> item.get("key_id"))
            .collect(Collectors.toSet());
    assertThat(changes.stream().filter(SteadyRequests::isTaken))
        .isNotEmpty()
        .allMatch(made -> there.contains(SteadyRequests.member(made, "key_id")));
  }

  private static Set<Object> contents(Tables tables) {
    return tables.scan("g2-history").stream()
        .flatMap(item -> Stream.ofNullable(item.get("message_id")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static ReadinessWatch watch(SplitPipeline pipeline, Role role) {
    return new ReadinessWatch(pipeline.of(role).get(0).http());
  }

  private static String batch(int number) {
    return """
        {"readings":[{"batch_id":"b%d","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":%d,
         "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
         "sensors":{"bme280_temp_c":22.50},"sensor_status":{"bme280":"ok"}}]}
        """
        .formatted(number, 3_786_912_600_000L + number);
  }

  private static String message(int number) {
    return """
        {"org_id":"o","user_id":"u","thread_id":"t","message_id":"m%d","role":"user",
         "content":[{"type":"text","text":"May I?"}]}
        """
        .formatted(number);
  }

  private static void run(SplitPipeline pipeline, String... words) {
    Completed done = pipeline.launcher().run(pipeline.endpoints().appendedTo(words));
    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
  }
}
