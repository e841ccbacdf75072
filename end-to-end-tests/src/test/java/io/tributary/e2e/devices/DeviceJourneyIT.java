package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OnSharedPipeline
final class DeviceJourneyIT {

  private static final String DEVICE = "24:6F:28:AE:52:80";

  /** HMAC-SHA256 of the hardware id under the tests' confirmation key, as a UUID of version 4. */
  private static final String CONFIRMATION_ID = "bc4f2be2-85f1-40a2-932d-84376f4fdeba";

  private static final String REGISTRATION =
      """
      {"hardware_id":"24:6F:28:AE:52:80","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
       "firmware_version":"1.0.16","friendly_name":"bench-south","not_in_the_contract":[],
       "capabilities":{"sensors":["soil_moisture","bme280"],
                       "features":{"tft_display":true,"offline_buffering":false}}}
      """;

  private static final String AFTER_AN_UPDATE =
      """
      {"hardware_id":"24:6F:28:AE:52:80","boot_id":"0d9a7c11-52c3-4f6e-9b1a-6e2f8c3d4a5b",
       "firmware_version":"1.1.0","friendly_name":"ignored",
       "capabilities":{"sensors":[],"features":{"ntp_sync":true}}}
      """;

  private final Bench bench;
  private final DevicesApi api;

  DeviceJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new DevicesApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldKeepADeviceAsDocumentedFromItsFirstRegistrationOn() throws Exception {
    String key = api.newKey();

    String first = register(key, REGISTRATION);

    assertThat(device(DEVICE)).hasValue(registered(first));
    awaitSecondAfter(first);

    String second = register(key, AFTER_AN_UPDATE);

    assertThat(second).isGreaterThan(first);
    assertThat(device(DEVICE)).hasValue(updated(first, second, "bench-south"));

    Answer renamed = api.rename(DEVICE, "greenhouse 7 ~");

    assertThat(renamed.status()).as(renamed.body()).isEqualTo(200);
    assertThat(renamed.json().get("hardware_id").asText()).isEqualTo(DEVICE);
    assertThat(renamed.json().get("friendly_name").asText()).isEqualTo("greenhouse 7 ~");
    bench.pipeline().awaitDrained();
    assertThat(device(DEVICE)).hasValue(updated(first, second, "greenhouse 7 ~"));

    Answer unnamed = api.rename(DEVICE, null);

    assertThat(unnamed.status()).as(unnamed.body()).isEqualTo(200);
    assertThat(unnamed.json().get("friendly_name").isNull()).isTrue();
    Map<String, AttributeValue> nameless = updated(first, second, "");
    nameless.remove("friendly_name");
    bench.pipeline().awaitDrained();
    assertThat(device(DEVICE)).hasValue(nameless);
  }

  @Test
  void shouldNameAReadingAfterItsDeviceUnlessItBringsAName() throws Exception {
    String key = api.newKey();
    String device = "24:6F:28:AE:52:81";
    assertThat(api.register(key, Samples.registration(device, "bench-east")).status())
        .isEqualTo(200);
    bench.pipeline().awaitDrained();

    upload(key, Samples.reading("named by its device", device, "3786912600000"));
    upload(
        key,
        Samples.reading("named by itself", device, "3786912600000")
            .replace("\"sensors\"", "\"friendly_name\":\"its own\",\"sensors\""));
    assertThat(api.rename(device, "bench-west").status()).isEqualTo(200);
    upload(key, Samples.reading("right after a renaming", device, "3786912600000"));
    assertThat(api.rename(device, null).status()).isEqualTo(200);
    upload(key, Samples.reading("right after the name went", device, "3786912600000"));

    bench.pipeline().awaitDrained();
    assertThat(nameOf(device, "named by its device")).hasValue("bench-east");
    assertThat(nameOf(device, "named by itself")).hasValue("its own");
    assertThat(nameOf(device, "right after a renaming")).hasValue("bench-west");
    assertThat(nameOf(device, "right after the name went")).isEmpty();
  }

  @Test
  void shouldTakeReadingsForActivityOfRegisteredDevicesAlone() throws Exception {
    String key = api.newKey();
    String known = "24:6F:28:AE:52:82";
    String unknown = "24:6F:28:AE:52:83";
    JsonNode answer = api.register(key, Samples.registration(known, "active")).json();
    String registeredAt = answer.get("registered_at").asText();
    awaitSecondAfter(registeredAt);

    upload(
        key,
        Samples.reading("activity", known, "3786912600000"),
        Samples.reading("activity of nobody", unknown, "3786912600000"));

    bench.pipeline().awaitDrained();
    assertThat(lastSeen(known)).isGreaterThan(registeredAt).isEqualTo(receivedAt("activity"));
    assertThat(device(unknown)).isEmpty();

    String counted = lastSeen(known);
    awaitSecondAfter(counted);
    upload(key, Samples.reading("too soon to count", known, "3786912600000"));

    bench.pipeline().awaitDrained();
    assertThat(lastSeen(known)).isEqualTo(counted).isLessThan(receivedAt("too soon to count"));
  }

  /** Registers the device and gives registered_at, after everything has been stored. */
  private String register(String key, String body) throws Exception {
    long before = Instant.now().getEpochSecond();
    Answer answer = api.register(key, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    boolean more = body.contains("not_in_the_contract");
    assertThat(answer.json().path("ignored_fields").toString())
        .isEqualTo(more ? "[\"not_in_the_contract\"]" : "");
    assertThat(answer.json().properties())
        .extracting(Map.Entry::getKey)
        .filteredOn(name -> !name.equals("ignored_fields"))
        .containsExactlyInAnyOrder("status", "confirmation_id", "hardware_id", "registered_at");
    assertThat(answer.json().get("status").asText()).isEqualTo("registered");
    assertThat(answer.json().get("confirmation_id").asText()).isEqualTo(CONFIRMATION_ID);
    assertThat(answer.json().get("hardware_id").asText()).isEqualTo(DEVICE);
    String registeredAt = answer.json().get("registered_at").asText();
    assertThat(registeredAt).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(Instant.parse(registeredAt).getEpochSecond())
        .isBetween(before, Instant.now().getEpochSecond());
    bench.pipeline().awaitDrained();
    return registeredAt;
  }

  private static Map<String, AttributeValue> registered(String at) {
    return Map.of(
        "hardware_id", fromS("24:6F:28:AE:52:80"),
        "confirmation_id", fromS("bc4f2be2-85f1-40a2-932d-84376f4fdeba"),
        "capabilities",
            fromM(
                Map.of(
                    "sensors", fromL(List.of(fromS("soil_moisture"), fromS("bme280"))),
                    "features",
                        fromM(
                            Map.of(
                                "tft_display", fromBool(true),
                                "offline_buffering", fromBool(false))))),
        "first_registered_at", fromS(at),
        "last_seen_at", fromS(at),
        "last_boot_id", fromS("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6"),
        "firmware_version", fromS("1.0.16"),
        "friendly_name", fromS("bench-south"),
        "gsi1pk", fromS("devices"),
        "gsi1sk", fromS(at));
  }

  private static Map<String, AttributeValue> updated(String first, String second, String name) {
    return new HashMap<>(
        Map.of(
            "hardware_id", fromS("24:6F:28:AE:52:80"),
            "confirmation_id", fromS("bc4f2be2-85f1-40a2-932d-84376f4fdeba"),
            "capabilities",
                fromM(
                    Map.of(
                        "sensors", fromL(List.of()),
                        "features", fromM(Map.of("ntp_sync", fromBool(true))))),
            "first_registered_at", fromS(first),
            "last_seen_at", fromS(second),
            "last_boot_id", fromS("0d9a7c11-52c3-4f6e-9b1a-6e2f8c3d4a5b"),
            "firmware_version", fromS("1.1.0"),
            "friendly_name", fromS(name),
            "gsi1pk", fromS("devices"),
            "gsi1sk", fromS(second)));
  }

  private void upload(String key, String... readings) throws Exception {
    Answer answer = api.upload(key, Samples.request(readings));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  /** The item of a device without rev. */
  private Optional<Map<String, AttributeValue>> device(String hardwareId) {
    return bench
        .tables()
        .get("devices", Map.of("hardware_id", hardwareId))
        .map(
            item -> {
              Map<String, AttributeValue> documented = new HashMap<>(item);
              assertThat(documented.remove("rev")).isNotNull();
              return documented;
            });
  }

  private String lastSeen(String hardwareId) {
    Map<String, AttributeValue> item = device(hardwareId).orElseThrow();
    assertThat(item.get("gsi1sk")).isEqualTo(item.get("last_seen_at"));
    return Objects.requireNonNull(item.get("last_seen_at")).s();
  }

  private String receivedAt(String batchId) {
    return Objects.requireNonNull(
            bench
                .tables()
                .get("processed_batches", Map.of("batch_id", batchId))
                .orElseThrow()
                .get("received_at"))
        .s();
  }

  private Optional<String> nameOf(String device, String batchId) {
    return Optional.ofNullable(
            bench
                .tables()
                .get(
                    "device_readings",
                    Map.of("hardware_id", device, "ts_batch", "3786912600000#" + batchId))
                .orElseThrow()
                .get("friendly_name"))
        .map(AttributeValue::s);
  }

  private static void awaitSecondAfter(String timestamp) {
    long second = Instant.parse(timestamp).getEpochSecond();
    Eventually.await().until(() -> Instant.now().getEpochSecond() > second);
  }
}
