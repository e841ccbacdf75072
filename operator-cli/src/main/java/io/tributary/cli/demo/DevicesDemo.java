package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Three devices that send batches of readings; each batch is sent twice, and its first reading
 * stands in it twice.
 */
final class DevicesDemo implements DemoFamily {

  private static final int DEVICES = 3;
  private static final int BATCHES = 2;
  private static final int READINGS = 4;
  private static final Duration READING_LIFE = Duration.ofDays(90);
  private static final Duration BATCH_ID_LIFE = Duration.ofDays(30);
  private static final long STEP_MS = 600_000;

  @Override
  public List<String> tables() {
    return List.of("device_readings", "processed_batches");
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    ObjectNode order = client.object().put("description", "demonstration");
    JsonNode key = client.post("/v1/admin/api-keys", client.admin(), order);
    DemoClient.Credential device =
        new DemoClient.Credential("X-API-Key", key.path("api_key").asText());
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
    Instant end = client.now();
    List<ExpectedItem> expected = new ArrayList<>();
    for (ObjectNode reading : readings) {
      expected.add(storedReading(reading));
      expected.add(storedBatch(reading, start, end));
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

  private static ObjectNode reading(DemoClient client, int device, long timestampMs) {
    String hardwareId = String.format(Locale.ROOT, "02:00:5E:00:53:%02X", device);
    String bootId = String.format(Locale.ROOT, "7c9e6679-7425-40de-944b-%012x", device);
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
    if (device == 1) {
      reading.put("friendly_name", "greenhouse");
    }
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
    item.put("ts_batch", String.format(Locale.ROOT, "%013d#%s", timestampMs, batchId));
    item.put("expiration_time", timestampMs / 1000 + READING_LIFE.toSeconds());
    return new ExpectedItem("device_readings", "batch_id", batchId, found -> item);
  }

  private static ExpectedItem storedBatch(ObjectNode reading, Instant start, Instant end) {
    String batchId = reading.path("batch_id").asText();
    return new ExpectedItem(
        "processed_batches",
        "batch_id",
        batchId,
        found -> {
          ObjectNode item = found.objectNode();
          item.put("batch_id", batchId);
          item.set("hardware_id", reading.path("hardware_id"));
          Instant received = receivedBetween(start, end, found.path("received_at").asText());
          item.put("received_at", received.toString());
          item.put("expiration_time", received.plus(BATCH_ID_LIFE).getEpochSecond());
          return item;
        });
  }

  /** The time found if it is a possible one, else the earliest possible one. */
  private static Instant receivedBetween(Instant start, Instant end, String found) {
    Instant earliest = start.truncatedTo(ChronoUnit.SECONDS);
    try {
      Instant received = Instant.parse(found);
      boolean possible =
          !received.isBefore(earliest)
              && !received.isAfter(end)
              && received.equals(received.truncatedTo(ChronoUnit.SECONDS));
      return possible ? received : earliest;
    } catch (DateTimeException e) {
      return earliest;
    }
  }
}
