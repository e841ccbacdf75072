package io.tributary.processors;

import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.devices.DeviceRenaming;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.envelope.FactEnvelope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Facts as the gateway stamps them. */
final class Facts {

  static final String DEVICE = "24:6F:28:AE:52:7C";
  static final String OTHER_DEVICE = "24:6F:28:AE:52:7D";
  static final String KEY = "0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11";

  private Facts() {}

  static FactEnvelope envelope(String factId, Instant acceptedAt) {
    return FactEnvelope.newBuilder()
        .setFactId(factId)
        .setAcceptedAtMs(acceptedAt.toEpochMilli())
        .setRequestId("request-1")
        .setCaller("caller-1")
        .setProducerVersion("test")
        .build();
  }

  static BatchReading reading(String batchId, long timestampMs) {
    return BatchReading.newBuilder()
        .setBatchId(batchId)
        .setTimestampMs(timestampMs)
        .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("bench-north")
        .setSensors(Sensors.newBuilder().setBme280TempC("23.14").build())
        .setSensorStatus(SensorStatus.newBuilder().setBme280("ok").build())
        .build();
  }

  /** Readings whose batch ids name the device. */
  static DeviceBatch batch(String hardwareId, Instant acceptedAt, String... ids) {
    return batch(hardwareId, acceptedAt, Stream.of(ids).map(id -> hardwareId + '_' + id).toList());
  }

  static DeviceBatch batch(String hardwareId, Instant acceptedAt, List<String> batchIds) {
    List<BatchReading> readings =
        batchIds.stream().map(id -> reading(id, 1_717_236_600_000L)).toList();
    return DeviceBatch.newBuilder()
        .setEnvelope(envelope("fact-1", acceptedAt))
        .setHardwareId(hardwareId)
        .setReadingTtlS(7_776_000L)
        .setBatchTtlS(2_592_000L)
        .setReadings(readings)
        .build();
  }

  static ApiKeyCommand creation(String commandId, String keyId) {
    return ApiKeyCommand.newBuilder()
        .setEnvelope(envelope(commandId, DrivenTopology.START))
        .setKeyId(keyId)
        .setChange(
            ApiKeyCreation.newBuilder()
                .setApiKeyHash("ab".repeat(32))
                .setDescription("greenhouse")
                .setHardwareIds(List.of(DEVICE))
                .build())
        .build();
  }

  static ApiKeyCommand revocation(String commandId, String keyId) {
    return ApiKeyCommand.newBuilder()
        .setEnvelope(envelope(commandId, DrivenTopology.START.plusSeconds(60)))
        .setKeyId(keyId)
        .setChange(ApiKeyRevocation.newBuilder().build())
        .build();
  }

  static ApiKeyUse use(String keyId, Instant acceptedAt) {
    return ApiKeyUse.newBuilder()
        .setEnvelope(envelope("use-1", acceptedAt))
        .setKeyId(keyId)
        .build();
  }

  /** A boot of a device that has a name, sensors and features. */
  static DeviceRegistration registration(String confirmationId, String bootId) {
    return DeviceRegistration.newBuilder()
        .setConfirmationId(confirmationId)
        .setBootId(bootId)
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("bench-north")
        .setCapabilities(capabilities("bme280", "ds18b20"))
        .build();
  }

  static Capabilities capabilities(String... sensors) {
    return Capabilities.newBuilder()
        .setSensors(List.of(sensors))
        .setFeatures(Map.of("tft_display", true, "ntp_sync", false))
        .build();
  }

  static DeviceRenaming renaming(@Nullable String friendlyName) {
    return DeviceRenaming.newBuilder().setFriendlyName(friendlyName).build();
  }

  static DeviceCommand deviceCommand(
      String commandId, String hardwareId, Instant acceptedAt, SpecificRecordBase change) {
    return DeviceCommand.newBuilder()
        .setEnvelope(envelope(commandId, acceptedAt))
        .setHardwareId(hardwareId)
        .setChange(change)
        .build();
  }
}
