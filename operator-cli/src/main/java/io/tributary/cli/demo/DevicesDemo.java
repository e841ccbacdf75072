package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Credential;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Three devices, two of them registered, that send batches of readings; each batch is sent twice,
 * and its first reading stands in it twice.
 */
final class DevicesDemo implements DemoFamily {

  private static final String FRIENDLY_NAME = "greenhouse";
  private static final int DEVICES = 3;
  private static final int BATCHES = 2;
  private static final int READINGS = 4;
  private static final Duration READING_LIFE = Duration.ofDays(90);
  private static final Duration BATCH_ID_LIFE = Duration.ofDays(30);
  private static final long STEP_MS = 600_000;

  @Override
  public List<String> tables() {
    return List.of("device_readings", "processed_batches", "devices", "api_keys");
  }

  @Override
  public int eventsIn(String table, ObjectNode item) {
    return table.equals("device_readings") ? 1 : 0;
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    ObjectNode order = client.object().put("description", "demonstration");
    JsonNode key = client.post("/v1/admin/api-keys", client.admin(), order);
    Credential device = new Credential("X-API-Key", key.path("api_key").asText());
    RegisteredDevices registered = new RegisteredDevices(client, device);
    registered.register(hardwareId(1), bootId(1), Optional.of(FRIENDLY_NAME));
    registered.register(hardwareId(2), bootId(2), Optional.empty());
    List<ObjectNode> readings = new ArrayList<>();
    int events = 0;
    for (int number = 1; number <= DEVICES; number++) {
      for (int batch = 0; batch < BATCHES; batch++) {
        List<ObjectNode> fresh = readings(client, start, number, batch);
        ObjectNode request = request(client, fresh);
        for (int attempt = 0; attempt < 2; attempt++) {
          requireAcknowledged(client.post("/v1/devices/data", device, request), fresh);
          events += request.path("readings").size();
        }
        readings.addAll(fresh);
      }
    }
    Moments moments = new Moments(start, client.now());
    List<ExpectedItem> expected = new ArrayList<>(registered.expected(moments));
    expected.add(RegisteredDevices.usedKey(key, moments));
    for (ObjectNode reading : readings) {
      expected.add(storedReading(reading));
      expected.add(storedBatch(reading, moments));
    }
    return new Sent(events, events - readings.size(), expected);
  }

  private static List<ObjectNode> readings(
      DemoClient client, Instant start, int device, int batch) {
    List<ObjectNode> readings = new ArrayList<>();
    for (int index = 0; index < READINGS; index++) {
      int step = batch * READINGS + index;
      readings.add(reading(client, device, start.toEpochMilli() - STEP_MS * (step + 1)));
    }
    return readings;
  }

  private static String hardwareId(int device) {
    return String.format(Locale.ROOT, "02:00:5E:00:53:%02X", device);
  }

  private static String bootId(int device) {
    return String.format(Locale.ROOT, "7c9e6679-7425-40de-944b-%012x", device);
  }

  private static ObjectNode reading(DemoClient client, int device, long timestampMs) {
    String hardwareId = hardwareId(device);
    String bootId = bootId(device);
    ObjectNode reading =
        client
            .object()
            .put(
                "batch_id",
                hardwareId + '_' + bootId + '_' + (timestampMs - STEP_MS) + '_' + timestampMs)
            .put("hardware_id", hardwareId)
            .put("timestamp_ms", timestampMs)
            .put("boot_id", bootId)
            .put("firmware_version", "1.0.16");
    ObjectNode sensors = reading.putObject("sensors");
    sensors.put("bme280_temp_c", new BigDecimal("22.5"));
    sensors.put("humidity_pct", new BigDecimal("45.25"));
    sensors.put("pressure_hpa", 1013);
    reading.putObject("sensor_status").put("bme280", "ok").put("soil_moisture", "error");
    return reading;
  }

  /** The first reading comes again at the end. */
  private static ObjectNode request(DemoClient client, List<ObjectNode> readings) {
    ObjectNode request = client.object();
    ArrayNode array = request.putArray("readings").addAll(readings);
    array.add(readings.get(0));
    return request;
  }

  private static void requireAcknowledged(JsonNode answer, List<ObjectNode> readings) {
    Set<String> durable = new TreeSet<>();
    answer.path("acknowledged_batch_ids").forEach(id -> durable.add(id.asText()));
    answer.path("duplicate_batch_ids").forEach(id -> durable.add(id.asText()));
    Set<String> sent = new TreeSet<>();
    readings.forEach(reading -> sent.add(reading.path("batch_id").asText()));
    if (!durable.equals(sent)) {
      throw new DemoFailedException("sent " + sent + " but the answer was " + answer);
    }
  }

  private static ExpectedItem storedReading(ObjectNode reading) {
    String batchId = reading.path("batch_id").asText();
    long timestampMs = reading.path("timestamp_ms").asLong();
    ObjectNode item = reading.deepCopy();
    if (reading.path("hardware_id").asText().equals(hardwareId(1))) {
      item.put("friendly_name", FRIENDLY_NAME);
    }
    item.put("ts_batch", String.format(Locale.ROOT, "%013d#%s", timestampMs, batchId));
    item.put("expiration_time", timestampMs / 1000 + READING_LIFE.toSeconds());
    return new ExpectedItem("device_readings", Map.of("batch_id", batchId), found -> item);
  }

  private static ExpectedItem storedBatch(ObjectNode reading, Moments moments) {
    String batchId = reading.path("batch_id").asText();
    return new ExpectedItem(
        "processed_batches",
        Map.of("batch_id", batchId),
        found -> {
          ObjectNode item = found.objectNode();
          item.put("batch_id", batchId);
          item.set("hardware_id", reading.path("hardware_id"));
          String received = moments.nearest(found.path("received_at").asText());
          item.put("received_at", received);
          item.put("expiration_time", Instant.parse(received).plus(BATCH_ID_LIFE).getEpochSecond());
          return item;
        });
  }
}
