package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.texts;
import static io.tributary.traffic.avro.Fields.whole;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;

/** Items of {@code devices} and {@code api_keys} but for what activity changes. */
final class States {

  private States() {}

  /** The device of a {@code Device}. */
  static Map<String, Object> device(GenericRecord device) {
    return device(
        text(device, "hardware_id"),
        text(device, "confirmation_id"),
        whole(device, "first_registered_at"),
        device,
        text(device, "last_boot_id"));
  }

  /** The device that a registration makes. */
  static Map<String, Object> registered(String hardwareId, long at, GenericRecord registration) {
    return device(
        hardwareId,
        text(registration, "confirmation_id"),
        at,
        registration,
        text(registration, "boot_id"));
  }

  /** The device after another registration. */
  static Map<String, Object> refreshed(Map<String, Object> device, GenericRecord registration) {
    Map<String, Object> after = new HashMap<>(device);
    after.put("last_boot_id", text(registration, "boot_id"));
    after.put("firmware_version", text(registration, "firmware_version"));
    after.put("capabilities", capabilities(inner(registration, "capabilities")));
    return after;
  }

  /** The device with the name that a registration, renaming or record has. */
  static Map<String, Object> named(Map<String, Object> device, GenericRecord named) {
    Map<String, Object> after = new HashMap<>(device);
    put(after, "friendly_name", named);
    return after;
  }

  /** The key of an {@code ApiKey}. */
  static Map<String, Object> apiKey(GenericRecord key) {
    Map<String, Object> item = created(text(key, "key_id"), whole(key, "created_at"), key);
    item.put("is_active", key.get("is_active"));
    return item;
  }

  /** The key that a creation makes. */
  static Map<String, Object> created(String keyId, long at, GenericRecord creation) {
    Map<String, Object> item = new HashMap<>();
    item.put("key_id", keyId);
    item.put("api_key_hash", text(creation, "api_key_hash"));
    item.put("created_at", second(at));
    item.put("is_active", true);
    item.put("gsi1pk", "api_keys");
    item.put("gsi1sk", second(at));
    put(item, "description", creation);
    return item;
  }

  /** The key after its revocation. */
  static Map<String, Object> revoked(Map<String, Object> key) {
    Map<String, Object> after = new HashMap<>(key);
    after.put("is_active", false);
    return after;
  }

  /** What a device can do, as it says itself. */
  static Map<String, Object> capabilities(GenericRecord record) {
    Map<String, Object> features = new HashMap<>();
    if (record.get("features") instanceof Map<?, ?> all) {
      all.forEach((name, has) -> features.put(name.toString(), has));
    }
    return Map.of("sensors", texts(record, "sensors").orElse(List.of()), "features", features);
  }

  /** A time of an item: {@code YYYY-MM-DDTHH:MM:SSZ}. */
  static String second(long millis) {
    return Instant.ofEpochSecond(Math.floorDiv(millis, 1000L)).toString();
  }

  private static Map<String, Object> device(
      String hardwareId, String confirmationId, long at, GenericRecord latest, String bootId) {
    Map<String, Object> item = new HashMap<>();
    item.put("hardware_id", hardwareId);
    item.put("confirmation_id", confirmationId);
    item.put("first_registered_at", second(at));
    item.put("last_boot_id", bootId);
    item.put("firmware_version", text(latest, "firmware_version"));
    item.put("capabilities", capabilities(inner(latest, "capabilities")));
    item.put("gsi1pk", "devices");
    put(item, "friendly_name", latest);
    return item;
  }

  private static void put(Map<String, Object> item, String field, GenericRecord from) {
    String value = textOrNull(from, field);
    if (value == null) {
      item.remove(field);
    } else {
      item.put(field, value);
    }
  }
}
