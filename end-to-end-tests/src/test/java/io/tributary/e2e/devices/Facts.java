package io.tributary.e2e.devices;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;

/** Appends facts as a gateway would, but accepted whenever a test likes. */
final class Facts {

  private static final long THIRTY_DAYS = 2_592_000;
  private static final long NINETY_DAYS = 7_776_000;

  private final Topics topics;
  private final AvroFiles avro;
  private final ForgedFacts forged;

  Facts(Topics topics, AvroFiles avro) {
    this.topics = topics;
    this.avro = avro;
    this.forged = new ForgedFacts(avro);
  }

  /** A request with readings of one device. */
  void batch(String hardwareId, Instant acceptedAt, String... batchIds) {
    append(
        "devices.batches",
        hardwareId,
        builder("DeviceBatch", acceptedAt)
            .set("hardware_id", hardwareId)
            .set("reading_ttl_seconds", NINETY_DAYS)
            .set("batch_ttl_seconds", THIRTY_DAYS)
            .set("readings", Arrays.stream(batchIds).map(this::reading).toList())
            .build());
  }

  /** A registration without a name, of a device that has no capabilities. */
  void registration(
      String hardwareId, Instant acceptedAt, String confirmationId, String firmwareVersion) {
    append(
        "devices.device-commands",
        hardwareId,
        builder("DeviceCommand", acceptedAt)
            .set("hardware_id", hardwareId)
            .set(
                "change",
                new GenericRecordBuilder(avro.schema("DeviceRegistration"))
                    .set("confirmation_id", confirmationId)
                    .set("boot_id", Samples.BOOT)
                    .set("firmware_version", firmwareVersion)
                    .set(
                        "capabilities",
                        new GenericRecordBuilder(avro.schema("Capabilities"))
                            .set("sensors", List.of())
                            .set("features", Map.of())
                            .build())
                    .build())
            .build());
  }

  /** A use of an API key. */
  void use(String keyId, Instant acceptedAt) {
    append(
        "devices.api-key-uses",
        keyId,
        builder("ApiKeyUse", acceptedAt).set("key_id", keyId).build());
  }

  private GenericRecord reading(String batchId) {
    return new GenericRecordBuilder(avro.schema("BatchReading"))
        .set("batch_id", batchId)
        .set("timestamp_ms", 3_786_912_600_000L)
        .set("boot_id", Samples.BOOT)
        .set("firmware_version", "1.0.16")
        .set(
            "sensors",
            new GenericRecordBuilder(avro.schema("Sensors"))
                .set("bme280_temp_c", new BigDecimal("23.14"))
                .build())
        .set(
            "sensor_status",
            new GenericRecordBuilder(avro.schema("SensorStatus")).set("bme280", "ok").build())
        .build();
  }

  private GenericRecordBuilder builder(String type, Instant acceptedAt) {
    return new GenericRecordBuilder(avro.schema(type)).set("envelope", forged.envelope(acceptedAt));
  }

  private void append(String topic, String key, GenericRecord fact) {
    topics.append(forged.record(topic, key, fact));
  }
}
