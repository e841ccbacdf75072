package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** What dashboards and alerts ask for is on the pages of services that run. */
@Tag("storm")
@TestInstance(Lifecycle.PER_CLASS)
final class MetricsIT {

  private static final Path CONFIG = Launcher.ROOT.resolve("config");
  private static final Pattern METRIC = Pattern.compile("\\b(?:tributary|jvm)_[a-z0-9_]+");

  private static final String LAG = "tributary_sink_lag{topic=\"devices.readings\"}";
  private static final int READINGS = 30;

  /** Series with labels that only an event of that kind can tell. */
  private static final Set<String> OF_RARE_EVENTS =
      Set.of(
          "tributary_gateway_channel_requests_refused_total",
          "tributary_sink_stream_records_total");

  private static final String READING =
      """
      {"readings":[{"batch_id":"%s","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":3786912600001,
       "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
       "sensors":{},"sensor_status":{}}]}
      """;

  private final Workplace place = Workplace.of(MetricsIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final FaultyDynamo dynamo = new FaultyDynamo(Seed.next());
  private final Launcher launcher =
      place
          .launcher()
          .with(Map.of("TRIBUTARY_FAMILIES", "all", "TRIBUTARY_SINK_INFLIGHT_RECORDS", "4"));
  private final SplitPipeline pipeline = SplitPipeline.start(place, launcher, 1, dynamo::inFrontOf);

  @AfterAll
  void end() {
    pipeline.close();
    dynamo.close();
  }

  @Test
  void shouldShowEverySeriesThatIsAskedFor() throws IOException {
    String key = newKey();
    Set<String> alerts = metricsIn(Files.readString(CONFIG.resolve("prometheus/alerts.yml")));
    assertThat(alerts).hasSizeGreaterThan(10);
    Eventually.await("each is there before anything has gone wrong")
        .untilAsserted(() -> assertThat(shown()).containsAll(alerts));

    upload(key, "twice");
    upload(key, "twice");
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
  void shouldShowHowFarASinkIsBehindThatCannotWrite() throws IOException {
    Instance instance = pipeline.of(Role.SINK).get(0);
    String key = newKey();
    instance.stop();
    for (int batch = 0; batch < READINGS; batch++) {
      upload(key, "behind " + batch);
    }
    dynamo.follow(FaultPlan.always(Fault.THROTTLED));
    instance.launch();
    instance.awaitReady();
    URI sink = instance.http();

    Eventually.await("the sink is seen to be behind")
        .untilAsserted(
            () -> {
              assertThat(http.metric(sink, LAG)).isPositive();
              assertThat(http.metric(sink, "tributary_sink_oldest")).isGreaterThan(3);
            });
    dynamo.follow(FaultPlan.none());
    pipeline.awaitDrained();
    assertThat(http.metric(sink, LAG)).isZero();
    assertThat(http.metric(sink, "tributary_sink_oldest")).isZero();
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
    URI keys = pipeline.nextGateway().resolve("/v1/admin/api-keys");
    Map<String, String> admin = Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);
    return http.post(keys, admin, "{}").json().path("api_key").asText();
  }

  private void upload(String key, String batch) throws IOException {
    URI data = pipeline.nextGateway().resolve("/v1/devices/data");
    Answer answer = http.post(data, Map.of("X-API-Key", key), READING.formatted(batch));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }
}
