package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What {@code status} shows of a pipeline that is well, and of one that is not. */
@Tag("storm")
@TestInstance(Lifecycle.PER_CLASS)
final class StatusIT {

  private static final String READING =
      """
      {"readings":[{"batch_id":"b%d","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":37869126000%02d,
       "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
       "sensors":{},"sensor_status":{}}]}
      """;

  private final Workplace place = Workplace.of(StatusIT.class);
  private final Launcher launcher = place.launcher().with(Map.of("TRIBUTARY_FAMILIES", "devices"));
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final FaultyDynamo dynamo = new FaultyDynamo(Seed.next());
  private final SplitPipeline pipeline = SplitPipeline.start(place, launcher, 0, dynamo::inFrontOf);
  private final Instance gateway = pipeline.add(Role.GATEWAY);
  private final Instance processors = pipeline.add(Role.PROCESSORS);
  private final Instance sink = pipeline.add(Role.SINK);

  @AfterAll
  void end() {
    pipeline.close();
    dynamo.close();
  }

  @Test
  void shouldNameTheStageThatIsBehindAndWhatThrottlesIt() throws IOException {
    assertThat(sample().path("services").findValuesAsText("service"))
        .as("told before anything has come in")
        .containsExactly("gateway", "processors", "sink");
    String apiKey = newKey();
    upload(apiKey, 1);
    pipeline.awaitDrained();
    assertWell();

    sink.stop();
    for (int reading = 2; reading <= 6; reading++) {
      upload(apiKey, reading);
    }
    assertSinkIsBehind();

    dynamo.follow(FaultPlan.always(Fault.THROTTLED));
    sink.launch();
    sink.awaitReady();
    Eventually.await("throttling is seen")
        .untilAsserted(() -> assertThat(codes(sample())).contains("throttled"));

    dynamo.follow(FaultPlan.none());
    pipeline.awaitDrained();
    assertWell();
    System.out.println("status: exit codes 0, 3, 0 " + place.deeds());
  }

  @Test
  void shouldSayThatNobodyIsThere() {
    Completed status =
        launcher.run(
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
        .contains("service_unreachable: service at http://127.0.0.1:1: nobody listens there");
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
    // the offsets of five readings, and those of the markers behind them
    assertThat(stage(sample, "sink").path("lag_records").asInt()).isBetween(5, 20);
    assertThat(stage(sample, "sink").path("lag_seconds").asDouble()).isBetween(1.0, 90.0);
    assertThat(stage(sample, "sink").path("consumers").asInt()).isZero();
    assertThat(topic(sample, "devices.readings").path("lag_records").asInt()).isBetween(5, 15);
    assertThat(codes(sample)).contains("stage_stopped", "service_unreachable");
    Completed text = run(arguments());
    assertThat(text.exitCode()).isEqualTo(3);
    assertThat(text.out())
        .contains("stage_stopped: stage sink has no instance")
        .contains("-> start one: `tributary sink`");
  }

  private static JsonNode stage(JsonNode sample, String name) {
    return one(sample.path("stages"), "stage", name);
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
    return launcher.run(arguments);
  }

  private List<String> arguments() {
    String services =
        Stream.of(gateway, processors, sink)
            .map(instance -> instance.http().toString())
            .collect(Collectors.joining(","));
    return new ArrayList<>(pipeline.endpoints().appendedTo("status", "--services", services));
  }

  private String newKey() throws IOException {
    return http.post(
            gateway.http().resolve("/v1/admin/api-keys"),
            Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
            "{}")
        .json()
        .path("api_key")
        .asText();
  }

  private void upload(String apiKey, int reading) throws IOException {
    Answer answer =
        http.post(
            gateway.http().resolve("/v1/devices/data"),
            Map.of("X-API-Key", apiKey),
            READING.formatted(reading, reading));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }
}
