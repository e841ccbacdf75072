package io.tributary.e2e.devices;

/** Requests in full, as a device sends them. */
final class Samples {

  static final String DEVICE = "24:6F:28:AE:52:7C";

  /** Two windows of one device; in the second a sensor is broken and one is new. */
  static final String TWO_WINDOWS =
      """
      {"readings":[
       {"batch_id":"24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_3786912000000_3786912600000",
        "hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":3786912600000,
        "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
        "friendly_name":"bench-north",
        "sensors":{"bme280_temp_c":23.14,"ds18b20_temp_c":21.88,"humidity_pct":51.07,
                   "pressure_hpa":1009.62,"soil_moisture_pct":38.45},
        "sensor_status":{"bme280":"ok","ds18b20":"ok","soil_moisture":"ok"}},
       {"batch_id":"24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_3786912600000_3786913200000",
        "hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":3786913200000,
        "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
        "sensors":{"bme280_temp_c":23.31,"ds18b20_temp_c":null,"humidity_pct":50.62,
                   "pressure_hpa":1009.55,"soil_moisture_pct":38.2,"co2-ppm":612},
        "sensor_status":{"bme280":"ok","ds18b20":"error","soil_moisture":"ok","scd30":"warm"}}]}
      """;

  private Samples() {}

  /** A good reading with that batch id. */
  static String reading(String batchId) {
    return reading(batchId, DEVICE, "3786912600000");
  }

  /** A reading; whether it is good depends on what is put in. */
  static String reading(String batchId, String hardwareId, String timestamp) {
    return """
        {"batch_id":"%s","hardware_id":"%s","timestamp_ms":%s,\
        "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",\
        "sensors":{"bme280_temp_c":23.14},"sensor_status":{"bme280":"ok"}}"""
        .formatted(batchId, hardwareId, timestamp);
  }

  /** A registration of a device with a name. */
  static String registration(String hardwareId, String friendlyName) {
    return """
        {"hardware_id":"%s","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",\
        "firmware_version":"1.0.16","friendly_name":"%s","capabilities":\
        {"sensors":["bme280","ds18b20"],"features":{"tft_display":true,"ntp_sync":false}}}"""
        .formatted(hardwareId, friendlyName);
  }

  /** A request with those readings. */
  static String request(String... readings) {
    return "{\"readings\":[" + String.join(",", readings) + "]}";
  }
}
