package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Launcher;
import io.tributary.storm.dynamodb.Fault;
import io.tributary.storm.dynamodb.FaultPlan;
import io.tributary.storm.dynamodb.FaultyDynamo;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What {@code status}, {@code drained} and the pages of metrics show of a pipeline that is well,
 * and of one that is not.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class StatusIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final Path CONFIG = Launcher.ROOT.resolve("config");
  private static final Pattern METRIC = Pattern.compile("\\b(?:tributary|jvm)_[a-z0-9_]+");
  private static final String LAG = "tributary_sink_lag{topic=\"devices.readings\"}";
  private static final String OLDEST = "tributary_sink_oldest";

  /** So many readings come while there is no sink. */
  private static final int BEHIND = 30;

  /** Series with labels that only an event of that kind can tell. */
  private static final Set<String> OF_RARE_EVENTS =
      Set.of(
          "tributary_gateway_channel_requests_refused_total",
          "tributary_sink_stream_records_total");

  private static final String READING =
      """
      {"readings":[{"batch_id":"b%d","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":37869126000%02d,
       "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
       "sensors":{},"sensor_status":{}}]}
      """;

  private final Workplace place = Workplace.of(StatusIT.class);
  private final Launcher launcher =
      place
          .launcher()
          .with(Map.of("TRIBUTARY_FAMILIES", "all", "TRIBUTARY_SINK_INFLIGHT_RECORDS", "4"));
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final FaultyDynamo dynamo = new FaultyDynamo(Seed.next().random());
  private final SplitPipeline pipeline =
      SplitPipeline.start(place, launcher, 0, endpoints -> endpoints.through(dynamo));
  private final Instance gateway = pipeline.add(Role.GATEWAY);
  private final Instance processors = pipeline.add(Role.PROCESSORS);
  private final Instance sink = pipeline.add(Role.SINK);

  @AfterAll
  void end() {
    pipeline.close();
    dynamo.close();
  }

  @Test
  @Order(1)
  void shouldShowEverySeriesThatIsAskedFor() throws IOException {
    String key = newKey();
    Set<String> alerts = metricsIn(Files.readString(CONFIG.resolve("prometheus/alerts.yml")));
    assertThat(alerts).hasSizeGreaterThan(10);
    Awaitility.await("each is there before anything has gone wrong")
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(shown()).containsAll(alerts));

    upload(key, 99);
    upload(key, 99);
    pipeline.awaitDrained();

    Set<String> asked = new TreeSet<>();
    JsonNode dashboard =
        new ObjectMapper().readTree(CONFIG.resolve("grafana/dashboards/tributary.json").toFile());
    dashboard.findValuesAsText("expr").forEach(query -> asked.addAll(metricsIn(query)));
    asked.removeAll(OF_RARE_EVENTS);
    assertThat(asked).hasSizeGreaterThan(20);
    assertThat(shown()).containsAll(asked);
    for (Instance instance : pipeline.all()) {
      assertThat(http.metric(instance.http(), "tributary_ready")).as("%s", instance).isOne();
    }
  }

  @Test
  @Order(2)
  void shouldNameTheStageThatIsBehindAndWhatThrottlesIt() throws IOException {
    assertThat(sample().path("services").findValuesAsText("service"))
        .as("told before anything has come in")
        .containsExactly("gateway", "processors", "sink");
    String apiKey = newKey();
    upload(apiKey, 1);
    pipeline.awaitDrained();
    assertWell();

    sink.stop();
    for (int reading = 2; reading < 2 + BEHIND; reading++) {
      upload(apiKey, reading);
    }
    assertSinkIsBehind();

    dynamo.follow(FaultPlan.always(Fault.THROTTLED));
    sink.launch();
    sink.awaitReady();
    Awaitility.await("throttling is seen")
        .atMost(LIMIT.multipliedBy(2))
        .untilAsserted(() -> assertThat(codes(sample())).contains("throttled"));
    Awaitility.await("the sink is seen to be behind")
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(http.metric(sink.http(), LAG)).isPositive();
              assertThat(http.metric(sink.http(), OLDEST)).isGreaterThan(3);
            });

    dynamo.follow(FaultPlan.none());
    pipeline.awaitDrained();
    assertWell();
    assertThat(http.metric(sink.http(), LAG)).isZero();
    assertThat(http.metric(sink.http(), OLDEST)).isZero();
    System.out.println("status: exit codes 0, 3, 0 " + place.deeds());
  }

  @Test
  void shouldSayThatNobodyIsThere() {
    Completed status =
        launcher.runWithin(
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
    Awaitility.await("processors are through")
        .atMost(LIMIT)
        .until(() -> stage(sample(), "processors").path("lag_records").asInt() == 0);
    Completed status = status();
    JsonNode sample = Answer.parse(status.out());

    assertThat(status.exitCode()).isEqualTo(3);
    // the offsets of the readings, and those of the markers behind them
    assertThat(stage(sample, "sink").path("lag_records").asInt()).isBetween(BEHIND, 4 * BEHIND);
    assertThat(stage(sample, "sink").path("lag_seconds").asDouble()).isBetween(1.0, 90.0);
    assertThat(stage(sample, "sink").path("consumers").asInt()).isZero();
    assertThat(topic(sample, "devices.readings").path("lag_records").asInt())
        .isBetween(BEHIND, 3 * BEHIND);
    assertThat(codes(sample)).contains("stage_stopped", "service_unreachable");
    Completed text = run(arguments());
    assertThat(text.exitCode()).isEqualTo(3);
    assertThat(text.out())
        .contains("stage_stopped: stage sink has no instance")
        .contains("-> start one: `tributary sink`");
    Completed drained = run(pipeline.endpoints().appendedTo("drained", "--timeout", "1"));
    assertThat(drained.exitCode()).isEqualTo(3);
    assertThat(drained.out() + drained.err()).contains("sink");
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
    return launcher.runWithin(arguments);
  }

  private List<String> arguments() {
    String services =
        Stream.of(gateway, processors, sink)
            .map(instance -> instance.http().toString())
            .collect(Collectors.joining(","));
    return new ArrayList<>(pipeline.endpoints().appendedTo("status", "--services", services));
  }

  private Set<String> shown() throws IOException {
    Set<String> shown = new TreeSet<>();
    for (Instance instance : pipeline.all()) {
      URI page = instance.http().resolve("/metrics");
      http.get(page)
          .body()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> shown.add(line.replaceFirst("[{ ].*", "")));
    }
    return shown;
  }

  private static Set<String> metricsIn(String text) {
    return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
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
