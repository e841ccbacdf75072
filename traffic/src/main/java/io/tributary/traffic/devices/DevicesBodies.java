package io.tributary.traffic.devices;

import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.json.JsonText;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Bodies of devices' requests, right and wrong. */
final class DevicesBodies {

  private static final int DEVICES = 12;
  private static final int LARGEST_BATCH = 4;
  private static final long FAR_AHEAD = 3_786_912_000_000L;
  private static final long SPACING = 600_000;
  private static final long YEAR_2000 = 946_684_800_000L;

  /** Numbers at the edges of DynamoDB's range. */
  private static final List<String> NUMBERS =
      List.of(
          "23.14",
          "22.50",
          "-40",
          "0",
          "-0.0",
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
  private static final String OVERSIZED = " ".repeat(1_100_000);

  /** Values that no text of a reading may have; the last ones break the whole body. */
  private static final List<String> NO_TEXTS =
      List.of(
          "null", "true", "7", "[]", "{}", "\"\"", "\"\\ud800\"", "\"\\x41\"", "'a'", "NaN", "");

  private static final List<String> NO_NUMBERS =
      List.of(
          "1e126",
          "1e-131",
          "1e999999999",
          "9".repeat(39),
          "0." + "1".repeat(39),
          "true",
          "\"23.14\"",
          "{}",
          "01",
          "1.",
          ".5",
          "+1",
          "0x10");

  private static final List<String> NO_REQUESTS =
      List.of(
          "",
          "null",
          "[]",
          "{}",
          "\"readings\"",
          "{\"readings\":null}",
          "{\"readings\":[]}",
          "{\"readings\":[null]}",
          "{\"readings\":[{}]}",
          "{\"readings\":" + "[".repeat(2_000));

  private final RandomChoices random;
  private final String run;
  private final InstantSource clock;
  private final String fleet;
  private long readings;

  DevicesBodies(RandomChoices random, String run, InstantSource clock) {
    this.random = random;
    this.run = run;
    this.clock = clock;
    this.fleet = fleet(run);
  }

  /** The beginning of its devices' MAC addresses, locally administered. */
  private static String fleet(String run) {
    String hex = HexFormat.of().withUpperCase().toHexDigits(run.hashCode());
    return "02:"
        + hex.substring(0, 2)
        + ':'
        + hex.substring(2, 4)
        + ':'
        + hex.substring(4, 6)
        + ':'
        + hex.substring(6)
        + ':';
  }

  /** The hardware id of one of the devices. */
  String device() {
    return fleet + HexFormat.of().withUpperCase().toHexDigits((byte) random.below(DEVICES));
  }

  String registration(String device) {
    return registration(device, random.uuid());
  }

  private String registration(String device, String bootId) {
    JsonText body =
        new JsonText()
            .text("hardware_id", device)
            .text("boot_id", bootId)
            .text("firmware_version", "1.0." + random.below(20))
            .raw("friendly_name", random.oneIn(4) ? "null" : friendlyName())
            .raw(
                "capabilities",
                random.coin()
                    ? "{\"sensors\":[\"bme280\",\"ds18b20\"],\"features\":{\"ntp_sync\":true}}"
                    : "{\"sensors\":[],\"features\":{}}");
    return (random.oneIn(8) ? body.raw("unheard_of", "[{\"a\":null}]") : body).toString();
  }

  String wrongRegistration() {
    return random.coin()
        ? registration("ZZ:00:00:00:00:00", random.uuid())
        : registration(device(), "not-a-uuid");
  }

  String printableName() {
    return JsonText.quoted("greenhouse \"" + random.below(9) + "\" ~");
  }

  private String friendlyName() {
    return JsonText.quoted("Gewächshaus \uD83C\uDF31 \"" + random.below(9) + '"');
  }

  /** A body with those readings. */
  static String request(List<String> readings) {
    return "{\"readings\":" + JsonText.array(readings) + '}';
  }

  /** New readings, mostly of one device. */
  List<String> readings() {
    String device = device();
    List<String> batch = new ArrayList<>();
    int count = random.coin() ? 1 : 1 + random.below(LARGEST_BATCH);
    for (int i = 0; i < count; i++) {
      batch.add(reading(random.oneIn(8) ? device() : device));
    }
    return batch;
  }

  /** A reading; now and then under an id that was used before, mostly by another device. */
  private String reading(String device) {
    boolean used = readings > 0 && random.oneIn(12);
    long number = used ? random.below((int) readings) : readings++;
    String odd = number % 5 == 0 ? " #/:]\"\\~'" : "";
    return reading(
        device,
        JsonText.quoted(run + '_' + number + odd),
        Long.toString(moment(number) + (used ? 1 : 0)),
        sensors());
  }

  /** Mostly far ahead, where nothing expires; also now, and so long ago that it has expired. */
  private long moment(long number) {
    if (number % 25 == 24) {
      return YEAR_2000 + number;
    }
    return number % 7 == 6 ? clock.millis() : FAR_AHEAD + number * SPACING;
  }

  private String reading(String device, String batchId, String moment, String sensors) {
    JsonText reading =
        new JsonText()
            .raw("batch_id", batchId)
            .text("hardware_id", device)
            .raw("timestamp_ms", moment)
            .text("boot_id", "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
            .text("firmware_version", "1.0.16");
    if (random.coin()) {
      reading.raw("friendly_name", random.coin() ? "null" : friendlyName());
    }
    if (random.oneIn(8)) {
      reading.raw("not_in_the_contract", "{\"a\":[1,null]}");
    }
    return reading.raw("sensors", sensors).raw("sensor_status", statuses()).toString();
  }

  private String sensors() {
    JsonText sensors = new JsonText();
    for (String name : SENSORS) {
      if (!random.oneIn(5)) {
        sensors.raw(name, random.oneIn(6) ? "null" : number());
      }
    }
    return sensors.toString();
  }

  private String number() {
    return random.oneIn(4) ? random.of(NUMBERS) : random.below(200) + "." + random.below(100);
  }

  private String statuses() {
    JsonText statuses = new JsonText();
    for (String name : STATUSES) {
      if (!random.oneIn(5)) {
        statuses.text(name, random.oneIn(6) ? "error" : "ok");
      }
    }
    return statuses.toString();
  }

  /** A body of readings that breaks a rule. */
  String wrongReadings() {
    String now = Long.toString(clock.millis());
    String id = JsonText.quoted(run + "_wrong");
    return switch (random.below(40) == 0 ? 7 : random.below(7)) {
      case 0 -> random.of(NO_REQUESTS);
      case 1 -> request(List.of(reading(device(), random.of(NO_TEXTS), now, sensors())));
      case 2 -> request(List.of(reading("zz:00", id, now, sensors())));
      case 3 ->
          request(
              List.of(
                  reading(device(), id, now, "{\"humidity_pct\":" + random.of(NO_NUMBERS) + "}")));
      case 4 -> request(List.of(reading(device(), id, "4102444800001", sensors())));
      case 5 -> request(List.of(reading(device(), id + ",\"batch_id\":\"b\"", now, sensors())));
      case 6 -> {
        List<String> good = new ArrayList<>(readings());
        good.add(reading(device(), JsonText.quoted("b".repeat(257)), now, sensors()));
        yield request(good);
      }
      default -> OVERSIZED;
    };
  }
}
