package io.tributary.sink.devices;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import java.time.Instant;

/** Mapper of readings to a claim of their batch id and a row of device_readings. */
final class ReadingMapper implements RecordMapper<ReadingKey, DeviceReading> {

  private static final ClaimRule BATCH_IDS =
      new ClaimRule(
          DevicesTables.PROCESSED_BATCHES.name(),
          "batch_id",
          "hardware_id",
          "received_at",
          "expiration_time",
          new Failure(
              FailureCode.ITEM_REJECTED, "processed_batches gives batch_id to another device"));

  @Override
  public ItemWrite map(ReadingKey key, DeviceReading reading) {
    ReadingKey implied =
        new ReadingKey(reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
    RecordMapper.requireImplied(implied, key);
    long received = Instant.ofEpochMilli(reading.getReceivedAtMs()).getEpochSecond();
    Claim claim = new Claim(BATCH_IDS, batch(reading), received);
    return new ClaimedPut(claim, DevicesTables.DEVICE_READINGS.name(), row(key, reading));
  }

  private static Item batch(DeviceReading reading) {
    return new ItemBuilder()
        .text("batch_id", reading.getBatchId())
        .text("hardware_id", reading.getHardwareId())
        .second("received_at", reading.getReceivedAtMs())
        .number("expiration_time", reading.getBatchExpirationTimeS())
        .build();
  }

  private static Item row(ReadingKey key, DeviceReading reading) {
    return new ItemBuilder()
        .text("hardware_id", key.hardwareId())
        .text("ts_batch", key.tsBatch())
        .number("timestamp_ms", key.timestampMs())
        .text("batch_id", key.batchId())
        .text("boot_id", reading.getBootId())
        .text("firmware_version", reading.getFirmwareVersion())
        .text("friendly_name", reading.getFriendlyName())
        .map("sensors", sensors(reading.getSensors()))
        .map("sensor_status", status(reading.getSensorStatus()))
        .number("expiration_time", reading.getExpirationTimeS())
        .build();
  }

  private static ItemBuilder sensors(Sensors sensors) {
    ItemBuilder values =
        new ItemBuilder()
            .decimal("bme280_temp_c", sensors.getBme280TempC())
            .decimal("ds18b20_temp_c", sensors.getDs18b20TempC())
            .decimal("humidity_pct", sensors.getHumidityPct())
            .decimal("pressure_hpa", sensors.getPressureHpa())
            .decimal("soil_moisture_pct", sensors.getSoilMoisturePct());
    sensors.getOthers().forEach(values::decimal);
    return values;
  }

  private static ItemBuilder status(SensorStatus status) {
    ItemBuilder texts =
        new ItemBuilder()
            .text("bme280", status.getBme280())
            .text("ds18b20", status.getDs18b20())
            .text("soil_moisture", status.getSoilMoisture());
    status.getOthers().forEach(texts::text);
    return texts;
  }
}
