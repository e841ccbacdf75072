package io.tributary.schemas.item;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tables and items of the devices family. */
public final class DevicesItems {

  /** Epoch second of the expiry. */
  private static final String EXPIRY = "expiration_time";

  /** Index of all items of a table, by time. */
  private static final IndexDefinition LISTING =
      new IndexDefinition("gsi1", TableKey.of("gsi1pk", "gsi1sk"));

  public static final TableDefinition DEVICES =
      new TableDefinition(
          "devices", TableKey.of("hardware_id"), List.of(LISTING), Optional.empty(), true);

  public static final TableDefinition DEVICE_READINGS =
      new TableDefinition(
          "device_readings",
          TableKey.of("hardware_id", "ts_batch"),
          List.of(),
          Optional.of(EXPIRY),
          false);

  public static final TableDefinition PROCESSED_BATCHES =
      new TableDefinition(
          "processed_batches", TableKey.of("batch_id"), List.of(), Optional.of(EXPIRY), false);

  public static final TableDefinition API_KEYS =
      new TableDefinition(
          "api_keys",
          TableKey.of("key_id"),
          List.of(new IndexDefinition("api_key_hash_index", TableKey.of("api_key_hash")), LISTING),
          Optional.empty(),
          true);

  private static final Attributes<Sensors> SENSORS =
      new Attributes<Sensors>()
          .decimal("bme280_temp_c", Sensors::getBme280TempC)
          .decimal("ds18b20_temp_c", Sensors::getDs18b20TempC)
          .decimal("humidity_pct", Sensors::getHumidityPct)
          .decimal("pressure_hpa", Sensors::getPressureHpa)
          .decimal("soil_moisture_pct", Sensors::getSoilMoisturePct)
          .otherDecimals(Sensors::getOthers);

  private static final Attributes<SensorStatus> SENSOR_STATUS =
      new Attributes<SensorStatus>()
          .text("bme280", SensorStatus::getBme280)
          .text("ds18b20", SensorStatus::getDs18b20)
          .text("soil_moisture", SensorStatus::getSoilMoisture)
          .others(SensorStatus::getOthers);

  /** Readings. */
  public static final ItemLayout<ReadingKey, DeviceReading> READING =
      ItemLayout.of(
          DevicesTopics.READINGS,
          DEVICE_READINGS,
          ReadingKey::of,
          key -> List.of(key.hardwareId(), key.tsBatch()),
          new Attributes<DeviceReading>()
              .number("timestamp_ms", DeviceReading::getTimestampMs)
              .text("batch_id", DeviceReading::getBatchId)
              .text("boot_id", DeviceReading::getBootId)
              .text("firmware_version", DeviceReading::getFirmwareVersion)
              .text("friendly_name", DeviceReading::getFriendlyName)
              .map("sensors", DeviceReading::getSensors, SENSORS)
              .map("sensor_status", DeviceReading::getSensorStatus, SENSOR_STATUS)
              .number(EXPIRY, DeviceReading::getExpirationTimeS));

  /** Claims of readings' batch ids, items of processed_batches. */
  public static final Attributes<DeviceReading> BATCH =
      new Attributes<DeviceReading>()
          .text("batch_id", DeviceReading::getBatchId)
          .text("hardware_id", DeviceReading::getHardwareId)
          .second("received_at", DeviceReading::getReceivedAtMs)
          .number(EXPIRY, DeviceReading::getBatchExpirationTimeS);

  private static final Attributes<Capabilities> CAPABILITIES =
      new Attributes<Capabilities>()
          .texts("sensors", Capabilities::getSensors)
          .map(
              "features",
              Capabilities::getFeatures,
              new Attributes<Map<String, Boolean>>().others(features -> features));

  /** Devices, listed by their last activity. */
  public static final ItemLayout<String, Device> DEVICE =
      ItemLayout.of(
          DevicesTopics.DEVICES,
          DEVICES,
          Device::getHardwareId,
          List::of,
          new Attributes<Device>()
              .text("confirmation_id", Device::getConfirmationId)
              .map("capabilities", Device::getCapabilities, CAPABILITIES)
              .second("first_registered_at", Device::getFirstRegisteredAtMs)
              .second("last_seen_at", Device::getLastSeenAtMs)
              .text("last_boot_id", Device::getLastBootId)
              .text("firmware_version", Device::getFirmwareVersion)
              .text("friendly_name", Device::getFriendlyName)
              .constant("gsi1pk", "devices")
              .second("gsi1sk", Device::getLastSeenAtMs)
              .revision(Device::getRev));

  /** API keys, indexed by hash, listed by age. */
  public static final ItemLayout<String, ApiKey> API_KEY =
      ItemLayout.of(
          DevicesTopics.API_KEYS,
          API_KEYS,
          ApiKey::getKeyId,
          List::of,
          new Attributes<ApiKey>()
              .indexKey("api_key_hash", ApiKey::getApiKeyHash)
              .second("created_at", ApiKey::getCreatedAtMs)
              .second("last_used_at", ApiKey::getLastUsedAtMs)
              .flag("is_active", ApiKey::getIsActive)
              .text("description", ApiKey::getDescription)
              .constant("gsi1pk", "api_keys")
              .second("gsi1sk", ApiKey::getCreatedAtMs)
              .revision(ApiKey::getRev));

  private DevicesItems() {}
}
