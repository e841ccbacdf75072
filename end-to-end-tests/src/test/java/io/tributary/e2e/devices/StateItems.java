package io.tributary.e2e.devices;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/**
 * What {@code devices} and {@code api_keys} must hold, worked out by the documents alone from the
 * facts that stand in the topics, each in the order of its log. Items are plain, without {@code
 * rev}.
 */
final class StateItems {

  private static final long FIVE_MINUTES = 300_000;

  private final AvroFiles avro;
  private final Topics topics;

  StateItems(Topics topics, AvroFiles avro) {
    this.topics = topics;
    this.avro = avro;
  }

  /** Both tables hold what they must and nothing else. */
  void check(Tables tables) {
    Comparison.of(devices(), Map.of(), byKey(tables, "devices", "hardware_id"))
        .requireNone("devices");
    Comparison.of(apiKeys(), Map.of(), byKey(tables, "api_keys", "key_id")).requireNone("api_keys");
  }

  /** Items of {@code devices} by hardware_id. */
  private Map<String, Map<String, Object>> devices() {
    Map<String, Long> seen = new HashMap<>(counted("devices.batches", "hardware_id"));
    Map<String, Map<String, Object>> items = new TreeMap<>();
    each(
        "devices.device-commands",
        (fact, change) -> {
          String device = fact.get("hardware_id").toString();
          if (change.getSchema().getName().equals("DeviceRenaming")) {
            items.computeIfPresent(device, (any, item) -> named(item, change));
            return;
          }
          Map<String, Object> item = items.computeIfAbsent(device, any -> first(fact, change));
          item.put("last_boot_id", change.get("boot_id").toString());
          item.put("firmware_version", change.get("firmware_version").toString());
          item.put("capabilities", capabilities((GenericRecord) change.get("capabilities")));
          seen.merge(device, acceptedAt(fact), Math::max);
        });
    items.forEach(
        (device, item) -> {
          item.put("last_seen_at", seconds(seen.getOrDefault(device, 0L)));
          item.put("gsi1sk", item.get("last_seen_at"));
        });
    return items;
  }

  /** Items of {@code api_keys} by key_id. */
  private Map<String, Map<String, Object>> apiKeys() {
    Map<String, Long> used = counted("devices.api-key-uses", "key_id");
    Map<String, Map<String, Object>> items = new TreeMap<>();
    each(
        "devices.api-key-commands",
        (fact, change) -> {
          String keyId = fact.get("key_id").toString();
          if (change.getSchema().getName().equals("ApiKeyRevocation")) {
            items.computeIfPresent(
                keyId,
                (any, item) -> {
                  item.put("is_active", false);
                  return item;
                });
          } else {
            items.computeIfAbsent(keyId, any -> key(fact, change));
          }
        });
    items.forEach(
        (keyId, item) -> {
          if (used.containsKey(keyId)) {
            item.put("last_used_at", seconds(used.getOrDefault(keyId, 0L)));
          }
        });
    return items;
  }

  /**
   * The newest {@code accepted_at} of each key that counts: the first, and each at least five
   * minutes after the last one that counted.
   */
  private Map<String, Long> counted(String topic, String keyField) {
    Map<String, Long> counted = new HashMap<>();
    for (TopicRecord record : topics.read(topic)) {
      GenericRecord fact = avro.decode(record.raw().value());
      counted.merge(
          fact.get(keyField).toString(),
          acceptedAt(fact),
          (last, now) -> now >= last + FIVE_MINUTES ? now : last);
    }
    return counted;
  }

  private void each(String topic, BiConsumer<GenericRecord, GenericRecord> step) {
    for (TopicRecord record : topics.read(topic)) {
      GenericRecord fact = avro.decode(record.raw().value());
      step.accept(fact, (GenericRecord) fact.get("change"));
    }
  }

  private static Map<String, Map<String, Object>> byKey(Tables tables, String table, String key) {
    return tables.scan(table).stream()
        .collect(Collectors.toMap(item -> String.valueOf(item.get(key)), Function.identity()));
  }

  private static Map<String, Object> first(GenericRecord fact, GenericRecord registration) {
    Map<String, Object> item = new TreeMap<>();
    item.put("hardware_id", fact.get("hardware_id").toString());
    item.put("confirmation_id", registration.get("confirmation_id").toString());
    item.put("first_registered_at", seconds(acceptedAt(fact)));
    item.put("gsi1pk", "devices");
    return named(item, registration);
  }

  private static Map<String, Object> named(Map<String, Object> item, GenericRecord change) {
    Object name = change.get("friendly_name");
    if (name == null) {
      item.remove("friendly_name");
    } else {
      item.put("friendly_name", name.toString());
    }
    return item;
  }

  private static Map<String, Object> capabilities(GenericRecord record) {
    List<String> sensors =
        ((Collection<?>) record.get("sensors")).stream().map(Object::toString).toList();
    Map<String, Object> features = new TreeMap<>();
    ((Map<?, ?>) record.get("features"))
        .forEach((name, has) -> features.put(name.toString(), (Boolean) has));
    Map<String, Object> capabilities = new TreeMap<>();
    capabilities.put("sensors", sensors);
    capabilities.put("features", features);
    return capabilities;
  }

  private static Map<String, Object> key(GenericRecord fact, GenericRecord creation) {
    Map<String, Object> item = new TreeMap<>();
    item.put("key_id", fact.get("key_id").toString());
    item.put("api_key_hash", creation.get("api_key_hash").toString());
    item.put("created_at", seconds(acceptedAt(fact)));
    item.put("is_active", true);
    item.put("gsi1pk", "api_keys");
    item.put("gsi1sk", seconds(acceptedAt(fact)));
    if (creation.get("description") != null) {
      item.put("description", creation.get("description").toString());
    }
    return item;
  }

  private static long acceptedAt(GenericRecord fact) {
    return (Long) ((GenericRecord) fact.get("envelope")).get("accepted_at");
  }

  private static String seconds(long ms) {
    return Instant.ofEpochSecond(Math.floorDiv(ms, 1000)).toString();
  }
}
