package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code {"readings":[…]}}. */
final class ReadingsReader {

  private static final String READINGS = "readings";
  private static final int MOST_READINGS = 100;
  private static final long EARLIEST_MS = 946_684_800_000L;
  private static final long LATEST_MS = 4_102_444_800_000L;
  private static final TextRule BATCH_ID = TextRule.key(KeyPart.BATCH_ID);
  private static final TextRule STATUS = TextRule.length(0, 64);

  private ReadingsReader() {}

  static List<IncomingReading> read(JsonObject body) {
    int size = body.size(READINGS);
    if (size > MOST_READINGS) {
      throw body.violation(
          ErrorCode.BATCH_SIZE_EXCEEDED,
          READINGS,
          "must hold at most " + MOST_READINGS + " readings");
    }
    if (size == 0) {
      throw body.violation(
          ErrorCode.INVALID_VALUE, READINGS, "must hold 1 to " + MOST_READINGS + " readings");
    }
    List<IncomingReading> readings = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      readings.add(reading(body.element(READINGS, i)));
    }
    return readings;
  }

  private static IncomingReading reading(JsonObject object) {
    BatchReading reading = new BatchReading();
    reading.setBatchId(object.text("batch_id", BATCH_ID));
    String hardwareId = object.text("hardware_id", DeviceRules.HARDWARE_ID);
    reading.setTimestampMs(object.integer("timestamp_ms", EARLIEST_MS, LATEST_MS));
    reading.setBootId(object.text("boot_id", DeviceRules.BOOT_ID));
    reading.setFirmwareVersion(object.text("firmware_version", DeviceRules.FIRMWARE_VERSION));
    reading.setFriendlyName(
        object.optionalText("friendly_name", DeviceRules.FRIENDLY_NAME).orElse(null));
    reading.setSensors(sensors(object.object("sensors")));
    reading.setSensorStatus(status(object.object("sensor_status")));
    return new IncomingReading(hardwareId, reading);
  }

  private static Sensors sensors(JsonObject object) {
    return Sensors.newBuilder()
        .setBme280TempC(object.optionalNumber("bme280_temp_c"))
        .setDs18b20TempC(object.optionalNumber("ds18b20_temp_c"))
        .setHumidityPct(object.optionalNumber("humidity_pct"))
        .setPressureHpa(object.optionalNumber("pressure_hpa"))
        .setSoilMoisturePct(object.optionalNumber("soil_moisture_pct"))
        .build();
  }

  private static SensorStatus status(JsonObject object) {
    return SensorStatus.newBuilder()
        .setBme280(object.optionalText("bme280", STATUS).orElse(null))
        .setDs18b20(object.optionalText("ds18b20", STATUS).orElse(null))
        .setSoilMoisture(object.optionalText("soil_moisture", STATUS).orElse(null))
        .build();
  }
}
