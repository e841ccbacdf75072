package io.tributary.gateway.kit;

/** Registrations as firmware sends them. */
public final class SampleDevices {

  /** The device that {@link SampleReadings} come from. */
  public static final String HARDWARE_ID = "24:6F:28:AE:52:7C";

  private static final String TEXT =
      """
      {"hardware_id":"%s","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",\
      "firmware_version":"1.0.16","friendly_name":"bench-north",\
      "capabilities":{"sensors":["bme280","ds18b20","soil_moisture"],\
      "features":{"tft_display":true,"offline_buffering":false}}}""";

  private SampleDevices() {}

  /** A registration of {@link #HARDWARE_ID}, which it calls bench-north. */
  public static String registration() {
    return registration(HARDWARE_ID);
  }

  /** A registration of that device. */
  public static String registration(String hardwareId) {
    return TEXT.formatted(hardwareId);
  }
}
