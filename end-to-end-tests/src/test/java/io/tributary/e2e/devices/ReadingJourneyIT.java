package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OnSharedPipeline
final class ReadingJourneyIT {

  private static final String FIRST =
      "24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_3786912000000_3786912600000";
  private static final String SECOND =
      "24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_3786912600000_3786913200000";

  private final Bench bench;
  private final DevicesApi api;

  ReadingJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new DevicesApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldStoreBothReadingsAsDocumented() throws Exception {
    long before = Instant.now().getEpochSecond();
    String key = api.newKey();

    Answer answer = api.upload(key, Samples.TWO_WINDOWS.replaceFirst("(?s)\\[(.*)\\]", "[$1,$1]"));

    assertThat(answer.body())
        .isEqualTo(
            "{\"acknowledged_batch_ids\":[\""
                + FIRST
                + "\",\""
                + SECOND
                + "\"],\"duplicate_batch_ids\":[]}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
    bench.pipeline().awaitDrained();
    assertThat(readingItem("3786912600000#" + FIRST)).isEqualTo(firstReading());
    assertThat(readingItem("3786913200000#" + SECOND)).isEqualTo(secondReading());
    List.of(FIRST, SECOND).forEach(id -> checkBatchRow(id, before));

    requireThatARepeatChangesNothing(key);
  }

  private void requireThatARepeatChangesNothing(String key) throws Exception {
    Map<String, AttributeValue> row = batchRow(FIRST);

    JsonNode again = api.upload(key, Samples.TWO_WINDOWS).json();

    assertThat(again.get("acknowledged_batch_ids")).isEmpty();
    assertThat(again.get("duplicate_batch_ids"))
        .map(JsonNode::asText)
        .containsExactly(FIRST, SECOND);
    bench.pipeline().awaitDrained();
    assertThat(batchRow(FIRST)).isEqualTo(row);
    List<TopicRecord> records =
        bench.topics().read("devices.readings").stream()
            .filter(record -> record.key().startsWith(Samples.DEVICE + "/"))
            .filter(record -> record.key().endsWith(FIRST) || record.key().endsWith(SECOND))
            .toList();
    assertThat(records)
        .extracting(TopicRecord::key)
        .containsExactly(
            "24:6F:28:AE:52:7C/3786912600000#" + FIRST,
            "24:6F:28:AE:52:7C/3786913200000#" + SECOND);
    checkRecord(records.get(0), row);
    System.out.println("journey: readings=2 repeats=2 records=" + records.size());
  }

  @Test
  void shouldPadOldTimestampsAndTakeTheSmallestReading() throws Exception {
    String key = api.newKey();
    String body =
        """
        {"readings":[{"batch_id":"~","hardware_id":"00:00:00:00:00:01","timestamp_ms":946684800000,
         "boot_id":"3F0C5A52-9D1E-4B7A-8C34-5E1F7A90B2D6","firmware_version":"v",
         "sensors":{},"sensor_status":{}}]}
        """;

    assertThat(api.upload(key, body).status()).isEqualTo(200);

    bench.pipeline().awaitDrained();
    assertThat(
            bench
                .tables()
                .get(
                    "device_readings",
                    Map.of("hardware_id", "00:00:00:00:00:01", "ts_batch", "0946684800000#~")))
        .hasValue(
            Map.of(
                "hardware_id", fromS("00:00:00:00:00:01"),
                "ts_batch", fromS("0946684800000#~"),
                "timestamp_ms", fromN("946684800000"),
                "batch_id", fromS("~"),
                "boot_id", fromS("3F0C5A52-9D1E-4B7A-8C34-5E1F7A90B2D6"),
                "firmware_version", fromS("v"),
                "sensors", fromM(Map.of()),
                "sensor_status", fromM(Map.of()),
                "expiration_time", fromN("954460800")));
  }

  private static Map<String, AttributeValue> firstReading() {
    return Map.of(
        "hardware_id", fromS("24:6F:28:AE:52:7C"),
        "ts_batch", fromS("3786912600000#" + FIRST),
        "timestamp_ms", fromN("3786912600000"),
        "batch_id", fromS(FIRST),
        "boot_id", fromS("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6"),
        "firmware_version", fromS("1.0.16"),
        "friendly_name", fromS("bench-north"),
        "sensors",
            fromM(
                Map.of(
                    "bme280_temp_c", fromN("23.14"),
                    "ds18b20_temp_c", fromN("21.88"),
                    "humidity_pct", fromN("51.07"),
                    "pressure_hpa", fromN("1009.62"),
                    "soil_moisture_pct", fromN("38.45"))),
        "sensor_status",
            fromM(
                Map.of(
                    "bme280", fromS("ok"), "ds18b20", fromS("ok"), "soil_moisture", fromS("ok"))),
        "expiration_time", fromN("3794688600"));
  }

  private static Map<String, AttributeValue> secondReading() {
    return Map.of(
        "hardware_id", fromS("24:6F:28:AE:52:7C"),
        "ts_batch", fromS("3786913200000#" + SECOND),
        "timestamp_ms", fromN("3786913200000"),
        "batch_id", fromS(SECOND),
        "boot_id", fromS("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6"),
        "firmware_version", fromS("1.0.16"),
        "sensors",
            fromM(
                Map.of(
                    "bme280_temp_c", fromN("23.31"),
                    "humidity_pct", fromN("50.62"),
                    "pressure_hpa", fromN("1009.55"),
                    "soil_moisture_pct", fromN("38.2"),
                    "co2-ppm", fromN("612"))),
        "sensor_status",
            fromM(
                Map.of(
                    "bme280",
                    fromS("ok"),
                    "ds18b20",
                    fromS("error"),
                    "soil_moisture",
                    fromS("ok"),
                    "scd30",
                    fromS("warm"))),
        "expiration_time", fromN("3794689200"));
  }

  private Map<String, AttributeValue> readingItem(String tsBatch) {
    return bench
        .tables()
        .get("device_readings", Map.of("hardware_id", Samples.DEVICE, "ts_batch", tsBatch))
        .orElseThrow();
  }

  private Map<String, AttributeValue> batchRow(String batchId) {
    return bench.tables().get("processed_batches", Map.of("batch_id", batchId)).orElseThrow();
  }

  private void checkBatchRow(String batchId, long before) {
    Map<String, AttributeValue> row = batchRow(batchId);
    assertThat(row).containsOnlyKeys("batch_id", "hardware_id", "received_at", "expiration_time");
    assertThat(row).containsEntry("batch_id", fromS(batchId));
    assertThat(row).containsEntry("hardware_id", fromS("24:6F:28:AE:52:7C"));
    String receivedAt = Objects.requireNonNull(row.get("received_at")).s();
    assertThat(receivedAt).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    long received = Instant.parse(receivedAt).getEpochSecond();
    assertThat(received).isBetween(before, Instant.now().getEpochSecond());
    assertThat(row).containsEntry("expiration_time", fromN(Long.toString(received + 2_592_000)));
  }

  private static void checkRecord(TopicRecord record, Map<String, AttributeValue> row) {
    GenericRecord value = new AvroFiles().decode(record.raw().value());
    assertThat(value.get("batch_id")).hasToString(Objects.requireNonNull(row.get("batch_id")).s());
    assertThat(((GenericRecord) value.get("sensors")).get("bme280_temp_c")).hasToString("23.14");
    String acceptedAt = record.header("tributary-accepted-at").orElseThrow();
    assertThat(value.get("received_at_ms")).isEqualTo(Long.parseLong(acceptedAt));
    assertThat(Instant.ofEpochSecond(Long.parseLong(acceptedAt) / 1000))
        .hasToString(Objects.requireNonNull(row.get("received_at")).s());
    assertThat(record.header("tributary-fact-id")).isPresent();
    assertThat(record.header("tributary-request-id")).isPresent();
  }
}
