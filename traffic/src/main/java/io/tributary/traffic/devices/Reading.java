package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.number;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.KeyRules;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A reading as the tables must hold it.
 *
 * @param item of {@code device_readings}
 * @param receivedAt epoch milliseconds
 * @param batchExpiry epoch second from which its batch id is free again
 */
record Reading(Map<String, Object> item, long receivedAt, long batchExpiry) {

  private static final List<String> SENSORS =
      List.of(
          "bme280_temp_c", "ds18b20_temp_c", "humidity_pct", "pressure_hpa", "soil_moisture_pct");
  private static final List<String> STATUSES = List.of("bme280", "ds18b20", "soil_moisture");

  /** A reading of a {@code DeviceBatch}. */
  static Reading ofFact(GenericRecord fact, GenericRecord reading) {
    long receivedAt = Fields.acceptedAt(fact);
    Map<String, Object> item = said(text(fact, "hardware_id"), reading);
    number(fact, "reading_ttl_seconds")
        .ifPresent(life -> expire(item, seconds(whole(reading, "timestamp_ms")) + life));
    return new Reading(item, receivedAt, seconds(receivedAt) + whole(fact, "batch_ttl_seconds"));
  }

  /** The reading of a {@code DeviceReading}. */
  static Reading ofRecord(GenericRecord reading) {
    Map<String, Object> item = said(text(reading, "hardware_id"), reading);
    number(reading, "expiration_time").ifPresent(at -> expire(item, at));
    return new Reading(
        item, whole(reading, "received_at"), whole(reading, "batch_expiration_time"));
  }

  /** All that a device has said of a reading. */
  static Map<String, Object> said(String device, GenericRecord reading) {
    Map<String, Object> item =
        keyed(device, whole(reading, "timestamp_ms"), text(reading, "batch_id"));
    item.put("boot_id", text(reading, "boot_id"));
    item.put("firmware_version", text(reading, "firmware_version"));
    putIfThere(item, "friendly_name", textOrNull(reading, "friendly_name"));
    GenericRecord sensors = inner(reading, "sensors");
    Map<String, Object> values = new HashMap<>();
    for (String name : SENSORS) {
      if (sensors.get(name) instanceof BigDecimal value) {
        values.put(name, Plain.normal(value));
      }
    }
    GenericRecord status = inner(reading, "sensor_status");
    Map<String, Object> words = new HashMap<>();
    STATUSES.forEach(name -> putIfThere(words, name, textOrNull(status, name)));
    item.put("sensors", values);
    item.put("sensor_status", words);
    return item;
  }

  /** The same as it stands in a request. */
  static Map<String, Object> said(Map<String, Object> reading) {
    Map<String, Object> item =
        keyed(
            String.valueOf(reading.get("hardware_id")),
            reading.get("timestamp_ms") instanceof BigDecimal moment ? moment.longValue() : 0,
            String.valueOf(reading.get("batch_id")));
    for (String name : List.of("boot_id", "firmware_version", "friendly_name")) {
      if (reading.get(name) instanceof String value) {
        item.put(name, value);
      }
    }
    item.put("sensors", members(reading.get("sensors"), SENSORS));
    item.put("sensor_status", members(reading.get("sensor_status"), STATUSES));
    return item;
  }

  String device() {
    return String.valueOf(item.get("hardware_id"));
  }

  String batchId() {
    return String.valueOf(item.get("batch_id"));
  }

  /** Epoch second at which it was received. */
  long receivedSecond() {
    return seconds(receivedAt);
  }

  /** Key of its record. */
  String recordKey() {
    return device() + '/' + item.get("ts_batch");
  }

  /** Key of its item. */
  List<Object> itemKey() {
    return List.of(device(), String.valueOf(item.get("ts_batch")));
  }

  /** Its item of {@code processed_batches}. */
  Map<String, Object> batchItem() {
    Map<String, Object> batch = new HashMap<>();
    batch.put("batch_id", batchId());
    batch.put("hardware_id", device());
    batch.put("received_at", States.second(receivedAt));
    batch.put("expiration_time", Plain.number(batchExpiry));
    return batch;
  }

  private static Map<String, Object> keyed(String device, long timestamp, String batchId) {
    Map<String, Object> item = new HashMap<>();
    item.put("hardware_id", device);
    item.put("ts_batch", KeyRules.padded(timestamp, 13) + '#' + batchId);
    item.put("timestamp_ms", Plain.number(timestamp));
    item.put("batch_id", batchId);
    return item;
  }

  private static void expire(Map<String, Object> item, long at) {
    item.put("expiration_time", Plain.number(at));
  }

  /** Those of the members that are there and not null. */
  private static Map<String, Object> members(@Nullable Object object, List<String> names) {
    Map<String, Object> members = new HashMap<>();
    if (object instanceof Map<?, ?> all) {
      for (String name : names) {
        Optional.ofNullable(all.get(name))
            .filter(value -> value != Plain.Null.NULL)
            .ifPresent(value -> members.put(name, value));
      }
    }
    return members;
  }

  private static void putIfThere(Map<String, Object> item, String name, @Nullable Object value) {
    if (value != null) {
      item.put(name, value);
    }
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1000L);
  }
}
