package io.tributary.e2e.devices;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.harness.store.PlainItem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/**
 * What {@code device_readings} must hold of a reading, worked out from the JSON that a device sent
 * or from the record in a topic, by the documents alone.
 */
final class ReadingItems {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final long NINETY_DAYS = 7_776_000;
  private static final List<String> SENSORS =
      List.of(
          "bme280_temp_c", "ds18b20_temp_c", "humidity_pct", "pressure_hpa", "soil_moisture_pct");
  private static final List<String> STATUSES = List.of("bme280", "ds18b20", "soil_moisture");

  private ReadingItems() {}

  /** The items of a request's readings, in its order. */
  static List<Map<String, Object>> ofRequest(String body) {
    try {
      List<Map<String, Object>> items = new ArrayList<>();
      JSON.readTree(body).get("readings").forEach(reading -> items.add(ofReading(reading)));
      return items;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The item of a record of {@code devices.readings}. */
  static Map<String, Object> ofRecord(GenericRecord record) {
    return ofRecord(record, record.get("hardware_id").toString());
  }

  /** The item of a reading within a fact of {@code devices.batches}. */
  static Map<String, Object> ofRecord(GenericRecord record, String hardwareId) {
    Map<String, Object> item =
        base(
            hardwareId,
            (Long) record.get("timestamp_ms"),
            record.get("batch_id").toString(),
            record.get("boot_id").toString(),
            record.get("firmware_version").toString());
    if (record.get("friendly_name") != null) {
      item.put("friendly_name", record.get("friendly_name").toString());
    }
    GenericRecord sensors = (GenericRecord) record.get("sensors");
    Map<String, Object> values = new TreeMap<>();
    SENSORS.stream()
        .filter(name -> sensors.get(name) != null)
        .forEach(name -> values.put(name, PlainItem.normal((BigDecimal) sensors.get(name))));
    item.put("sensors", values);
    GenericRecord status = (GenericRecord) record.get("sensor_status");
    Map<String, Object> words = new TreeMap<>();
    STATUSES.stream()
        .filter(name -> status.get(name) != null)
        .forEach(name -> words.put(name, status.get(name).toString()));
    item.put("sensor_status", words);
    return item;
  }

  /** The item's key, both parts. */
  static String keyOf(Map<String, Object> item) {
    return item.get("hardware_id") + "/" + item.get("ts_batch");
  }

  /** The item's batch id. */
  static String batchIdOf(Map<String, Object> item) {
    return String.valueOf(item.get("batch_id"));
  }

  private static Map<String, Object> ofReading(JsonNode reading) {
    Map<String, Object> item =
        base(
            reading.get("hardware_id").asText(),
            reading.get("timestamp_ms").asLong(),
            reading.get("batch_id").asText(),
            reading.get("boot_id").asText(),
            reading.get("firmware_version").asText());
    if (reading.path("friendly_name").isTextual()) {
      item.put("friendly_name", reading.get("friendly_name").asText());
    }
    Map<String, Object> values = new TreeMap<>();
    SENSORS.stream()
        .filter(name -> reading.get("sensors").path(name).isNumber())
        .forEach(
            name ->
                values.put(
                    name, PlainItem.normal(reading.get("sensors").get(name).decimalValue())));
    item.put("sensors", values);
    Map<String, Object> words = new TreeMap<>();
    STATUSES.stream()
        .filter(name -> reading.get("sensor_status").path(name).isTextual())
        .forEach(name -> words.put(name, reading.get("sensor_status").get(name).asText()));
    item.put("sensor_status", words);
    return item;
  }

  private static Map<String, Object> base(
      String hardwareId, long timestampMs, String batchId, String bootId, String firmware) {
    Map<String, Object> item = new TreeMap<>();
    item.put("hardware_id", hardwareId);
    item.put("ts_batch", String.format("%013d#%s", timestampMs, batchId));
    item.put("timestamp_ms", PlainItem.number(timestampMs));
    item.put("batch_id", batchId);
    item.put("boot_id", bootId);
    item.put("firmware_version", firmware);
    item.put("expiration_time", PlainItem.number(timestampMs / 1000 + NINETY_DAYS));
    return item;
  }
}
