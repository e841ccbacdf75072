package io.tributary.gateway.kit;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Request bodies as firmware sends them. */
public final class SampleReadings {

  private SampleReadings() {}

  /** A reading of a device with that batch id. */
  public static String reading(String batchId) {
    return reading("24:6F:28:AE:52:7C", batchId);
  }

  /** A reading of that device with that batch id. */
  public static String reading(String hardwareId, String batchId) {
    return """
        {"batch_id":"%s","hardware_id":"%s","timestamp_ms":1717236600000,\
        "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",\
        "friendly_name":"bench-north",\
        "sensors":{"bme280_temp_c":23.14,"ds18b20_temp_c":null,"humidity_pct":51.07,\
        "pressure_hpa":1009.62,"soil_moisture_pct":38.45},\
        "sensor_status":{"bme280":"ok","ds18b20":"error","soil_moisture":"ok"}}"""
        .formatted(batchId, hardwareId);
  }

  /** A request of these readings. */
  public static String request(String... readings) {
    return "{\"readings\":[" + String.join(",", readings) + "]}";
  }

  /** A request of so many readings. */
  public static String requestOf(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> reading("batch-" + i))
        .collect(Collectors.joining(",", "{\"readings\":[", "]}"));
  }
}
