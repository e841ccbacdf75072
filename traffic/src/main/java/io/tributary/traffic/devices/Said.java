package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.whole;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.Plain;
import io.tributary.traffic.check.KeyRules;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * All that a device says of a reading.
 *
 * @param sensors normal numbers in the order of {@link #SENSORS}; null for none
 * @param statuses in the order of {@link #STATUSES}; null for none
 */
record Said(
    String device,
    long timestamp,
    String batchId,
    String bootId,
    String firmware,
    @Nullable String name,
    List<@Nullable BigDecimal> sensors,
    List<@Nullable String> statuses) {

  private static final List<String> SENSORS =
      List.of(
          "bme280_temp_c", "ds18b20_temp_c", "humidity_pct", "pressure_hpa", "soil_moisture_pct");
  private static final List<String> STATUSES = List.of("bme280", "ds18b20", "soil_moisture");

  /** As it stands in a fact or record. */
  static Said of(String device, GenericRecord reading) {
    GenericRecord sensors = inner(reading, "sensors");
    @Nullable BigDecimal[] values = new BigDecimal[SENSORS.size()];
    Arrays.setAll(values, i -> normal(sensors.get(i)));
    GenericRecord status = inner(reading, "sensor_status");
    @Nullable String[] words = new String[STATUSES.size()];
    Arrays.setAll(words, i -> status.get(i) == null ? null : status.get(i).toString());
    return new Said(
        device,
        whole(reading, "timestamp_ms"),
        text(reading, "batch_id"),
        text(reading, "boot_id"),
        text(reading, "firmware_version"),
        textOrNull(reading, "friendly_name"),
        Arrays.asList(values),
        Arrays.asList(words));
  }

  /** As it stands in a request. */
  static Said of(JsonNode reading) {
    JsonNode sensors = reading.path("sensors");
    @Nullable BigDecimal[] values = new BigDecimal[SENSORS.size()];
    Arrays.setAll(values, i -> normal(sensors.path(SENSORS.get(i)).numberValue()));
    JsonNode status = reading.path("sensor_status");
    @Nullable String[] words = new String[STATUSES.size()];
    Arrays.setAll(words, i -> status.path(STATUSES.get(i)).textValue());
    return new Said(
        reading.path("hardware_id").asText(),
        reading.path("timestamp_ms").asLong(),
        reading.path("batch_id").asText(),
        reading.path("boot_id").asText(),
        reading.path("firmware_version").asText(),
        reading.path("friendly_name").textValue(),
        Arrays.asList(values),
        Arrays.asList(words));
  }

  private static @Nullable BigDecimal normal(@Nullable Object number) {
    if (number instanceof BigDecimal decimal) {
      return Plain.normal(decimal);
    }
    return number == null ? null : Plain.normal(new BigDecimal(number.toString()));
  }

  /** The same without a name. */
  Said nameless() {
    return new Said(device, timestamp, batchId, bootId, firmware, null, sensors, statuses);
  }

  /** Sort key of its item. */
  String sortKey() {
    return KeyRules.padded(timestamp, 13) + '#' + batchId;
  }

  /** Its item of {@code device_readings} but for its end. */
  Map<String, Object> item() {
    Map<String, Object> item = new HashMap<>();
    item.put("hardware_id", device);
    item.put("ts_batch", sortKey());
    item.put("timestamp_ms", Plain.number(timestamp));
    item.put("batch_id", batchId);
    item.put("boot_id", bootId);
    item.put("firmware_version", firmware);
    if (name != null) {
      item.put("friendly_name", name);
    }
    item.put("sensors", members(SENSORS, sensors));
    item.put("sensor_status", members(STATUSES, statuses));
    return item;
  }

  private static <T> Map<String, Object> members(List<String> names, List<@Nullable T> values) {
    Map<String, Object> members = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      T value = values.get(i);
      if (value != null) {
        members.put(names.get(i), value);
      }
    }
    return members;
  }
}
