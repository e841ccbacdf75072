package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code status} and metrics of a pipeline that is well, and of one that is not. */
@Order(9)
@Tag("storm")
@OnRestartablePipeline
final class StatusIT {

  private static final String READING =
      """
      {"readings":[{"batch_id":"b%d","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":37869126000%02d,
       "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
       "sensors":{},"sensor_status":{}}]}
      """;

  private final RestartablePipeline pipeline;
  private final SplitPipeline services;
  private final Launcher launcher;
  private final HttpProbe http;

  StatusIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.services = pipeline.services();
    this.launcher = services.launcher();
    this.http = new HttpProbe(pipeline.statistics());
    for (Role role : Role.values()) {
      pipeline.have(role, 1);
    }
  }

  @Test
  void shouldNameTheLateStageAndItsThrottle() throws IOException {
    String apiKey = newKey();
    upload(apiKey, 1);
    Instance sink = services.of(Role.SINK).get(0);
    sink.stop(); // with what it has to say of tests before
    sink.launch();
    sink.awaitReady();
    services.awaitDrained();
    assertWell();

    sink.stop();
    for (int reading = 2; reading <= 6; reading++) {
      upload(apiKey, reading);
    }
    assertSinkIsBehind();
    assertSimulationIsUndecided();

    pipeline.dynamo().follow(FaultPlan.always(Fault.THROTTLED));
    sink.launch();
    sink.awaitReady();
    Eventually.await("throttling is seen")
        .untilAsserted(
            () -> {
              assertThat(codes(sample())).contains("throttled");
              assertThat(http.metric(sink.http(), "tributary_sink_oldest")).isGreaterThan(3);
            });

    pipeline.dynamo().follow(FaultPlan.none());
    services.awaitDrained();
    assertWell();
    assertThat(http.metric(sink.http(), "tributary_sink_oldest")).isZero();
  }

  @Test
  void shouldReportAMissingServer() {
    Completed status =
        launcher.runInProcess(
            List.of(
                "status",
                "--bootstrap-servers",
                "127.0.0.1:1",
                "--dynamodb-endpoint",
                "http://127.0.0.1:1",
                "--services",
                "http://127.0.0.1:1"));

    assertThat(status.exitCode()).as(status.err()).isEqualTo(3);
    assertThat(status.out())
        .contains("kafka_unreachable: no Kafka broker answers at 127.0.0.1:1")
        .contains("dynamodb_unreachable: ")
        .contains("service_unreachable: service at http://127.0.0.1:1: nothing listens there");
  }

  private void assertWell() {
    Completed status = status();
    assertThat(status.exitCode()).as(status.out() + status.err()).isZero();
    JsonNode sample = Answer.parse(status.out());
    assertThat(sample.path("ok").asBoolean()).isTrue();
    assertThat(sample.findValuesAsText("lag_records")).containsOnly("0", "null");
    assertThat(sample.path("services")).hasSize(3).allMatch(one -> one.path("ready").asBoolean());
    assertThat(topic(sample, "devices.batches").path("records").asInt()).isPositive();
  }

  private void assertSinkIsBehind() {
    Eventually.await("processors are through")
        .until(() -> stage(sample(), "processors").path("lag_records").asInt() == 0);
    Completed status = status();
    JsonNode sample = Answer.parse(status.out());

    assertThat(status.exitCode()).isEqualTo(3);
    // five readings, and removals that are repeated
    assertThat(stage(sample, "sink").path("lag_records").asInt())
        .isEqualTo(lagOfTopics(sample, "sink"))
        .isGreaterThanOrEqualTo(5);
    assertThat(stage(sample, "sink").path("lag_seconds").asDouble()).isBetween(1.0, 90.0);
    assertThat(stage(sample, "sink").path("consumers").asInt()).isZero();
    assertThat(topic(sample, "devices.readings").path("lag_records").asInt()).isBetween(5, 15);
    assertThat(codes(sample)).contains("service_unreachable").doesNotContain("stage_stopped");
    Completed text = run(arguments());
    assertThat(text.exitCode()).isEqualTo(3);
    assertThat(text.out()).contains("service_unreachable: sink at ").contains("tributary sink`");
  }

  /** A table of which the sink has written nothing yet is late, and not wrong. */
  private void assertSimulationIsUndecided() {
    Completed simulated =
        launcher.run(
            services
                .endpoints()
                .appendedTo(
                    "simulate",
                    "--http",
                    services.gateway().toString(),
                    "--families",
                    "devices",
                    "--rate",
                    "5",
                    "--duration",
                    "2s",
                    "--timeout",
                    "0"));
    assertThat(simulated.exitCode()).as(simulated.out() + simulated.err()).isEqualTo(4);
    assertThat(simulated.out())
        .contains("lag ")
        .containsPattern("devices +devices +undrained")
        .doesNotContain(" wrong ");
  }

  private static JsonNode stage(JsonNode sample, String name) {
    return one(sample.path("stages"), "stage", name);
  }

  private static int lagOfTopics(JsonNode sample, String stage) {
    return StreamSupport.stream(sample.path("topics").spliterator(), false)
        .filter(topic -> topic.path("stage").asText().equals(stage))
        .mapToInt(topic -> topic.path("lag_records").asInt())
        .sum();
  }

  private static JsonNode topic(JsonNode sample, String name) {
    return one(sample.path("topics"), "topic", name);
  }

  private static JsonNode one(JsonNode all, String member, String value) {
    return StreamSupport.stream(all.spliterator(), false)
        .filter(each -> each.path(member).asText().equals(value))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + value + " in " + all));
  }

  private static List<String> codes(JsonNode sample) {
    return sample.path("findings").findValuesAsText("code");
  }

  private JsonNode sample() {
    return Answer.parse(status().out());
  }

  private Completed status() {
    List<String> arguments = arguments();
    arguments.addAll(List.of("--output", "json"));
    return run(arguments);
  }

  private Completed run(List<String> arguments) {
    return launcher.runInProcess(arguments);
  }

  private List<String> arguments() {
    String addresses =
        services.all().stream()
            .map(instance -> instance.ops().toString())
            .collect(Collectors.joining(","));
    return new ArrayList<>(services.endpoints().appendedTo("status", "--services", addresses));
  }

  private String newKey() throws IOException {
    return http.post(
            services.gateway().resolve("/v1/admin/api-keys"),
            Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
            "{}")
        .json()
        .path("api_key")
        .asText();
  }

  private void upload(String apiKey, int reading) throws IOException {
    Answer answer =
        http.post(
            services.gateway().resolve("/v1/devices/data"),
            Map.of("X-API-Key", apiKey),
            READING.formatted(reading, reading));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }
}
