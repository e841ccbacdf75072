package io.tributary.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.operations.status.Answered;
import io.tributary.operations.status.Diagnosis;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.FindingKind;
import io.tributary.operations.status.Samples;
import io.tributary.operations.status.Snapshot;
import io.tributary.operations.status.Status;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatusTextTest {

  private static final StatusText TEXT =
      new StatusText("kafka 127.0.0.1:9092  dynamodb http://127.0.0.1:8000");

  private static List<String> lines(Status status) {
    return TEXT.lines(status, Diagnosis.findings(status));
  }

  @Test
  void shouldShowRatesAndLags() {
    Snapshot now = Samples.later(Samples.facts(140, 120, 20, 3), Samples.records(90, 90, 0, 0));

    assertThat(lines(new Status(Samples.atRest(), now)))
        .containsExactly(
            "2026-11-22T09:33:20Z  kafka 127.0.0.1:9092  dynamodb http://127.0.0.1:8000",
            "",
            "SERVICE  URL                    STATE",
            "gateway  http://127.0.0.1:8080  ready",
            "sink     http://127.0.0.1:8082  ready",
            "",
            "STAGE       LAG  OLDEST  DONE/S  CONSUMERS  BEHIND MOST",
            "relay       0    -       ?       -          -",
            "processors  20   3.0 s   10.0    2          devices.batches",
            "waits       0    -       ?       -          -",
            "sink        0    -       0.0     1          -",
            "",
            "TOPIC             RECORDS  RATE/S  LAG  OLDEST  SIZE",
            "devices.batches   140      20.0    20   3.0 s   4.0 KiB",
            "devices.readings  90       0.0     0    -       4.0 KiB",
            "",
            "refused       0 since the gateways started",
            "duplicates    not known: no processors among --services that answers",
            "dead letters  0 open",
            "no owner      NO_TENANT_MAPPING: 3 (3 in the last hour, 0.0 an hour the day before)",
            "dynamodb      0 writes since the sinks started, 0 units; tried again 0",
            "states        3.0 KiB to restore 2 states; the largest: devices.readings-seen 2.0 KiB,"
                + " inbox.messages-state 1.0 KiB",
            "cluster       1 broker, 2 topics of the catalogue",
            "",
            "Nothing is wrong.");
  }

  @Test
  void shouldFitOneScreenButForFindingsAndCutNone() {
    Snapshot before =
        Samples.with(Samples.atRest(), Answered.of(Samples.cluster(1, Samples.busy(0))));
    HealthReason[] reasons =
        IntStream.range(0, 20)
            .mapToObj(i -> new HealthReason("restoring" + i, "Kafka Streams is ".repeat(12)))
            .toArray(HealthReason[]::new);
    Snapshot now =
        Samples.with(
            Samples.with(
                Samples.atRest(),
                Answered.of(Samples.cluster(2_000_000_001, Samples.busy(9_999_999)))),
            Samples.service("gateway", 8080, ""),
            Samples.service("processors", 8081, "", reasons),
            Samples.service("sink", 8082, ""));

    List<String> lines = lines(new Status(before, now));

    assertThat(lines.indexOf("WRONG")).isBetween(1, 45);
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    assertThat(lines).contains("37 more; --output json has all");
    assertThat(lines).filteredOn(line -> line.startsWith("service_unready: ")).hasSize(20);
  }

  @Test
  void shouldKeepACommandOnOneLineHoweverLongItIs() {
    String tables = "a_table_with_a_long_name,".repeat(8) + "last";
    Finding finding =
        new Finding(
            FindingKind.TABLES_MISSING,
            "tables that do not exist: many of them, with names of some length, in more than one"
                + " line of 120",
            "the loss of tables is mended by `tributary replay run --tables " + tables + "`, once");
    Status status = new Status(Samples.atRest(), Samples.atRest());

    assertThat(TEXT.lines(status, List.of(finding)))
        .endsWith(
            "WRONG",
            "tables_missing: tables that do not exist: many of them, with names of some length, in"
                + " more than one line of 120",
            "  -> the loss of tables is mended by `tributary replay run --tables " + tables + "`,",
            "     once");
  }

  @Test
  void shouldGiveProgramsAllThereIs() throws JsonProcessingException {
    Snapshot now = Samples.later(Samples.facts(140, 100, 40, 30), Samples.records(90, 90, 0, 0));
    Status status = new Status(Samples.atRest(), now);
    ObjectMapper json = new ObjectMapper();

    JsonNode read =
        json.readTree(json.writeValueAsString(StatusJson.of(status, Diagnosis.findings(status))));

    assertThat(read.path("ok").asBoolean(true)).isFalse();
    assertThat(read.at("/findings/0/code").asText()).isEqualTo("stage_stopped");
    assertThat(read.at("/stages/1").toString())
        .isEqualTo(
            "{\"stage\":\"processors\",\"lag_records\":40,\"lag_seconds\":30.0,"
                + "\"done_per_second\":0.0,\"consumers\":2,\"behind_most\":\"devices.batches\"}");
    assertThat(read.at("/topics/0").toString())
        .isEqualTo(
            "{\"topic\":\"devices.batches\",\"kind\":\"facts\",\"records\":140,"
                + "\"per_second\":20.0,\"stage\":\"processors\",\"lag_records\":40,"
                + "\"lag_seconds\":30.0,\"bytes\":4096}");
    assertThat(read.at("/topics/1/lag_seconds").isNull()).isTrue();
    assertThat(read.path("duplicates").isNull()).isTrue();
    assertThat(read.at("/dynamodb/write_units").asLong(-1)).isZero();
    assertThat(read.at("/states/devices.readings-seen").asLong()).isEqualTo(2048);
  }
}
