package io.tributary.e2e.devices;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tributary.harness.load.Upload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Devices that never run out of readings, as different as the contract allows: sensors missing,
 * null or at the edge of the number range, odd batch ids, unknown members. Some requests come again
 * later, whole or with new readings behind the old ones; some are tried only once.
 */
final class Fleet {

  private static final List<String> NUMBERS =
      List.of(
          "23.14",
          "22.50",
          "-40",
          "0",
          "-0.0",
          "1009.62",
          "1e2",
          "5E-1",
          "12345678901234567890123456789012345678",
          "0.12345678901234567890123456789012345678",
          "9.9e125",
          "-1e-130");
  private static final List<String> SENSORS =
      List.of(
          "bme280_temp_c", "ds18b20_temp_c", "humidity_pct", "pressure_hpa", "soil_moisture_pct");
  private static final List<String> STATUSES = List.of("bme280", "ds18b20", "soil_moisture");
  private static final int PERSISTENT = 200;
  private static final int REMEMBERED = 50;

  private final Random random;
  private final String apiKey;
  private final int devices;
  private final int largestBatch;
  private final Deque<List<String>> sent = new ArrayDeque<>();
  private long readings;

  /**
   * A fleet.
   *
   * @param devices how many there are
   * @param largestBatch most new readings of one request
   */
  Fleet(Random random, String apiKey, int devices, int largestBatch) {
    this.random = random;
    this.apiKey = apiKey;
    this.devices = devices;
    this.largestBatch = largestBatch;
  }

  /** The next request of some device. */
  synchronized Optional<Upload> next() {
    List<String> batch = new ArrayList<>();
    boolean repeat = !sent.isEmpty() && random.nextInt(6) == 0;
    if (repeat) {
      batch.addAll(sent.stream().skip(random.nextInt(sent.size())).findFirst().orElseThrow());
    }
    if (!repeat || random.nextBoolean()) {
      String device = deviceId(random.nextInt(devices));
      int fresh = 1 + random.nextInt(largestBatch);
      for (int i = 0; i < fresh; i++) {
        batch.add(reading(device));
      }
    }
    remember(batch);
    return Optional.of(upload(apiKey, batch, random.nextInt(10) == 0 ? 1 : PERSISTENT));
  }

  /** How many different readings there have been. */
  synchronized long readings() {
    return readings;
  }

  static Upload upload(String apiKey, List<String> readings, int attempts) {
    String body = "{\"readings\":[" + String.join(",", readings) + "]}";
    return new Upload(DevicesApi.DATA, Map.of("X-API-Key", apiKey), body, attempts);
  }

  private void remember(List<String> batch) {
    sent.addLast(batch.subList(0, Math.min(batch.size(), 100 - largestBatch)));
    if (sent.size() > REMEMBERED) {
      sent.removeFirst();
    }
  }

  /** The hardware_id of one of the devices, counted from 0. */
  static String deviceId(int number) {
    return String.format("02:00:00:00:%02X:%02X", number >> 8, number & 0xFF);
  }

  private String reading(String device) {
    readings++;
    long windowEnd = 3_786_912_000_000L + readings * 600_000;
    String bootId = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
    String odd = random.nextInt(5) == 0 ? " #/:]\"\\~'" : "";
    String batchId = device + "_" + bootId + "_" + (windowEnd - 600_000) + "_" + windowEnd + odd;
    return "{\"batch_id\":"
        + quoted(batchId)
        + ",\"hardware_id\":"
        + quoted(device)
        + ",\"timestamp_ms\":"
        + windowEnd
        + ",\"boot_id\":"
        + quoted(bootId)
        + ",\"firmware_version\":\"1.0.16\""
        + friendlyName()
        + (random.nextInt(8) == 0 ? ",\"not_in_the_contract\":{\"a\":[1,null]}" : "")
        + ",\"sensors\":{"
        + sensors()
        + "},\"sensor_status\":{"
        + statuses()
        + "}}";
  }

  private String friendlyName() {
    return switch (random.nextInt(3)) {
      case 0 -> "";
      case 1 -> ",\"friendly_name\":null";
      default -> ",\"friendly_name\":" + quoted("Gewächshaus 🌱 \"" + random.nextInt(9) + "\"");
    };
  }

  private String sensors() {
    return SENSORS.stream()
        .filter(name -> random.nextInt(5) != 0)
        .map(name -> quoted(name) + ":" + (random.nextInt(6) == 0 ? "null" : number()))
        .collect(Collectors.joining(","));
  }

  private String statuses() {
    return STATUSES.stream()
        .filter(name -> random.nextInt(5) != 0)
        .map(name -> quoted(name) + ":" + quoted(random.nextInt(6) == 0 ? "error" : "ok"))
        .collect(Collectors.joining(","));
  }

  private String number() {
    return random.nextInt(4) == 0
        ? NUMBERS.get(random.nextInt(NUMBERS.size()))
        : random.nextInt(200) + "." + random.nextInt(100);
  }

  private static String quoted(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
