package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Simulations against a whole pipeline, and what they say of its tables. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("storm")
final class SimulateIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Workplace place = Workplace.named("SimulateIT");
  private final WholePipeline pipeline = WholePipeline.start(place);
  private final Tables tables = new Tables(pipeline.endpoints());
  private final Launcher launcher =
      place.launcher().with(Map.of("TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));

  @AfterAll
  void end() {
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldFindTheTablesOfAllFamiliesExact() {
    Completed simulated =
        launcher.run(
            simulate("--rate", "20", "--duration", "20s", "--seed", "7", "--output", "json"));

    assertThat(simulated.exitCode()).as(simulated.out() + simulated.err()).isZero();
    List<JsonNode> lines = simulated.out().lines().map(SimulateIT::parsed).toList();
    String run = lines.get(0).path("run").asText();
    assertThat(lines)
        .filteredOn(line -> line.has("table"))
        .allMatch(line -> line.path("exact").asBoolean())
        .allMatch(line -> line.path("expected").asInt() > 0)
        .extracting(line -> line.path("family").asText() + '.' + line.path("table").asText())
        .containsExactlyInAnyOrder(
            "devices.api_keys",
            "devices.devices",
            "devices.device_readings",
            "devices.processed_batches",
            "history.history",
            "inbox.inbox",
            "tenants.tenants",
            "tenants.conversations",
            "outreach.conversations-dev");
    assertThat(lines)
        .filteredOn(line -> line.path("table").asText().equals("device_readings"))
        .extracting(line -> line.path("found").asInt())
        .containsExactly(readings(run).size());
    assertThat(lines)
        .filteredOn(line -> line.path("family").asText().equals("all"))
        .singleElement()
        .satisfies(
            all -> {
              assertThat(all.path("accepted").asInt()).isBetween(300, 500);
              assertThat(all.path("p50_ms").asDouble()).isPositive();
              assertThat(all.path("max_ms").asDouble())
                  .isGreaterThanOrEqualTo(all.path("p99_ms").asDouble());
            });
    System.out.println(simulated.out() + place.deeds());
  }

  /** Ctrl-C ends the traffic alone. */
  @Test
  void shouldSayWhatSomebodyHasTakenFromATable() {
    try (RunningProcess simulating =
        launcher.start(
            "simulate", simulate("--rate", "10", "--duration", "1h", "--families", "devices"))) {
      Eventually.await().until(() -> !simulating.isAlive() || hasStored(simulating));
      assertThat(simulating.isAlive()).as(simulating.logTail()).isTrue();
      take(readings(run(simulating)).get(0));
      simulating.interrupt();

      assertThat(simulating.awaitExit()).as(simulating.logTail()).isEqualTo(3);
      assertThat(simulating.printed())
          .containsPattern(
              "wrong devices.device_readings expected=\\d+ found=\\d+ missing=1 different=0 extra=0\n  missing ")
          .containsPattern("exact devices.processed_batches expected=\\d+ found=\\d+\n");
      System.out.println(simulating.printed() + place.deeds());
    }
  }

  @Test
  void shouldSayWhatWasRefusedWithoutLookingAtTables() {
    Completed refused =
        launcher
            .with(Map.of("TRIBUTARY_SERVICE_TOKEN", "fake-unknown-token"))
            .run(
                List.of(
                    "simulate",
                    "--http",
                    pipeline.http().toString(),
                    "--no-check",
                    "--families",
                    "history",
                    "--rate",
                    "20",
                    "--duration",
                    "1s"));

    assertThat(refused.exitCode()).as(refused.out() + refused.err()).isEqualTo(3);
    assertThat(refused.out()).contains("401=20");
  }

  private boolean hasStored(RunningProcess simulating) {
    return simulating.printed().startsWith("run ") && !readings(run(simulating)).isEmpty();
  }

  private static String run(RunningProcess simulating) {
    return simulating.printed().split("\\s", 3)[1];
  }

  /** Those of that run, as the plain SDK shows them. */
  private List<Map<String, Object>> readings(String run) {
    String id = run.replace("sim-", "_") + '_';
    return tables.scan("device_readings").stream()
        .filter(item -> String.valueOf(item.get("batch_id")).contains(id))
        .toList();
  }

  private void take(Map<String, Object> reading) {
    tables
        .client()
        .deleteItem(
            request ->
                request
                    .tableName("device_readings")
                    .key(
                        Map.of(
                            "hardware_id",
                                AttributeValue.fromS((String) reading.get("hardware_id")),
                            "ts_batch", AttributeValue.fromS((String) reading.get("ts_batch")))));
  }

  private List<String> simulate(String... options) {
    List<String> words = new ArrayList<>(List.of("simulate", "--http", pipeline.http().toString()));
    words.addAll(Arrays.asList(options));
    return pipeline.endpoints().appendedTo(words.toArray(String[]::new));
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(line, e);
    }
  }
}
