package io.tributary.gateway.devices;

import static io.tributary.gateway.kit.SampleReadings.reading;
import static io.tributary.gateway.kit.SampleReadings.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadingsReaderTest {

  private static final String BOOT = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String BYTES_OF_JSON = "{}[]\",:0123456789eE+-.\\ud8ntrfalsu\u0000\u007f";

  @Test
  void shouldTakeEveryValueAtItsBounds() {
    assertTaken("\"b\"", "\"" + "~".repeat(256) + "\"");
    assertTaken("\"b\"", "\" :#]\"");
    assertTaken("1717236600000", "946684800000");
    assertTaken("1717236600000", "4102444800000");
    assertTaken("\"1.0.16\"", "\"" + "v".repeat(1024) + "\"");
    assertTaken("\"bench-north\"", "null");
    assertTaken("\"bench-north\"", "\"\"");
    assertTaken("\"bench-north\"", "\"Gew\u00e4chshaus \uD83C\uDF31\"");
    assertTaken("\"ok\",\"ds18b20\"", "null,\"ds18b20\"");
    assertTaken(BOOT, BOOT.toUpperCase(Locale.ROOT));
  }

  @Test
  void shouldTakeReadingsWithoutSensorsOrStatus() {
    String bare =
        reading("b")
            .replaceAll("\"sensors\":\\{[^}]*}", "\"sensors\":{}")
            .replaceAll("\"sensor_status\":\\{[^}]*}", "\"sensor_status\":{}");

    IncomingReading read = read(request(bare)).get(0);

    assertThat(read.reading().getSensors().getHumidityPct()).isNull();
    assertThat(read.reading().getSensorStatus().getBme280()).isNull();
  }

  @Test
  void shouldKeepSensorsOfAnyNameAndTheirStatus() {
    String longest = "x".repeat(64);
    IncomingReading read =
        read(request(
                reading("b")
                    .replace("38.45}", "38.45,\"temperature\":22,\"others\":1e2,\"gone\":null}")
                    .replace("\"ok\"}", "\"ok\",\"" + longest + "\":\"\",\"gone\":null}")))
            .get(0);

    assertThat(read.reading().getSensors().getSoilMoisturePct()).isEqualTo("38.45");
    assertThat(read.reading().getSensors().getOthers())
        .isEqualTo(Map.of("temperature", "22", "others", "100"));
    assertThat(read.reading().getSensorStatus().getOthers()).isEqualTo(Map.of(longest, ""));
  }

  @Test
  void shouldRefuseSensorsThatItCannotKeep() {
    for (String name : new String[] {"", "temp.c", "temp c", "x".repeat(65)}) {
      assertRefused(
          "38.45}", "38.45,\"" + name + "\":1}", "sensors." + name, ErrorCode.INVALID_VALUE);
      assertRefused(
          "\"ok\"}",
          "\"ok\",\"" + name + "\":\"ok\"}",
          "sensor_status." + name,
          ErrorCode.INVALID_VALUE);
    }
    assertRefused("38.45}", "38.45,\"t\":\"1\"}", "sensors.t", ErrorCode.INVALID_FORMAT);
    assertRefused("38.45}", "38.45,\"t\":{}}", "sensors.t", ErrorCode.INVALID_FORMAT);
    String most =
        IntStream.range(0, 95).mapToObj(i -> ",\"s" + i + "\":" + i).collect(Collectors.joining());
    assertTaken("38.45}", "38.45" + most + "}");
    assertRefused("38.45}", "38.45" + most + ",\"more\":1}", "sensors", ErrorCode.INVALID_VALUE);
  }

  @Test
  void shouldRefuseInvalidFormats() {
    assertRefused("\"b\"", "\"\"", "batch_id", ErrorCode.INVALID_FORMAT);
    assertRefused("\"b\"", "\"" + "x".repeat(257) + "\"", "batch_id", ErrorCode.INVALID_FORMAT);
    assertRefused("\"b\"", "\"a\\tb\"", "batch_id", ErrorCode.INVALID_FORMAT);
    assertRefused("\"b\"", "\"b\u00fc\"", "batch_id", ErrorCode.INVALID_FORMAT);
    assertRefused("\"b\"", "7", "batch_id", ErrorCode.INVALID_FORMAT);
    for (String mac :
        new String[] {
          "24:6f:28:ae:52:7c",
          "24-6F-28-AE-52-7C",
          "246F28AE527C",
          "24:6F:28:AE:52",
          "24:6F:28:AE:52:7C:00",
          "24:6F:28:AE:52:7G",
          "24:6F:28:AE:52:7C\\n"
        }) {
      assertRefused("24:6F:28:AE:52:7C", mac, "hardware_id", ErrorCode.INVALID_FORMAT);
    }
  }

  @Test
  void shouldRefuseTimesBootIdsAndTypesThatBreakAFormat() {
    for (String time :
        new String[] {
          "946684799999",
          "4102444800001",
          "0",
          "-1",
          "1717236600000.5",
          "1717236600000.0",
          "1.7172366E12",
          "\"1717236600000\"",
          "99999999999999999999"
        }) {
      assertRefused("1717236600000", time, "timestamp_ms", ErrorCode.INVALID_FORMAT);
    }
    for (String uuid :
        new String[] {
          "3f0c5a52-9d1e-1b7a-8c34-5e1f7a90b2d6",
          "3f0c5a52-9d1e-4b7a-0c34-5e1f7a90b2d6",
          "3f0c5a529d1e4b7a8c345e1f7a90b2d6",
          "{3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6}",
          ""
        }) {
      assertRefused(BOOT, uuid, "boot_id", ErrorCode.INVALID_FORMAT);
    }
    assertRefused("23.14", "\"23.14\"", "sensors.bme280_temp_c", ErrorCode.INVALID_FORMAT);
    assertRefused(
        "\"ok\",\"ds18b20\"", "1,\"ds18b20\"", "sensor_status.bme280", ErrorCode.INVALID_FORMAT);
  }

  @Test
  void shouldRefuseNumbersBeyondABound() {
    String long65 = "\"" + "x".repeat(65) + "\"";
    assertRefused("\"1.0.16\"", "\"\"", "firmware_version", ErrorCode.INVALID_VALUE);
    assertRefused(
        "\"1.0.16\"", "\"" + "v".repeat(1025) + "\"", "firmware_version", ErrorCode.INVALID_VALUE);
    assertRefused("23.14", "1e126", "sensors.bme280_temp_c", ErrorCode.INVALID_VALUE);
    assertRefused(
        "\"ok\",\"ds18b20\"",
        long65 + ",\"ds18b20\"",
        "sensor_status.bme280",
        ErrorCode.INVALID_VALUE);
  }

  @Test
  void shouldNameMissingParts() {
    for (String name :
        new String[] {
          "batch_id",
          "hardware_id",
          "timestamp_ms",
          "boot_id",
          "firmware_version",
          "sensors",
          "sensor_status"
        }) {
      Problem absent = problem(request(reading("b").replace('"' + name + '"', "\"other\"")));
      assertThat(absent.code()).as(name).isEqualTo(ErrorCode.MISSING_FIELD);
      assertThat(absent.place().orElseThrow().field()).isEqualTo("readings[0]." + name);
      assertThat(absent.place().orElseThrow().index()).isEqualTo(OptionalInt.of(0));
    }
    assertThat(problem("").code()).isEqualTo(ErrorCode.MISSING_FIELD);
    assertThat(problem("{\"readings\":null}").code()).isEqualTo(ErrorCode.MISSING_FIELD);
    assertThat(problem("{\"readings\":{}}").code()).isEqualTo(ErrorCode.INVALID_FORMAT);
    assertThat(problem("{\"readings\":[7]}").place().orElseThrow().field())
        .isEqualTo("readings[0]");
  }

  @Test
  void shouldAcceptOrRefuseAnyBytes() {
    // Given
    long seed = 20260131L;
    Random random = new Random(seed);
    byte[] valid = request(reading("a"), reading("b")).getBytes(StandardCharsets.UTF_8);
    int taken = 0;
    int refused = 0;

    // When
    for (int round = 0; round < 20_000; round++) {
      byte[] mutated = mutate(valid, random);
      try {
        ReadingsReader.read(JsonBody.parse(mutated));
        taken++;
      } catch (InvalidInputException e) {
        refused++;
      }
    }

    // Then: nothing else was thrown, and the mutations were neither all harmless nor all fatal
    assertThat(taken).as("seed %d", seed).isGreaterThan(100);
    assertThat(refused).as("seed %d", seed).isGreaterThan(10_000);
  }

  private static byte[] mutate(byte[] valid, Random random) {
    StringBuilder text = new StringBuilder(new String(valid, StandardCharsets.ISO_8859_1));
    for (int edit = 0; edit <= random.nextInt(4); edit++) {
      int at = random.nextInt(text.length());
      char other =
          random.nextInt(4) == 0
              ? (char) random.nextInt(256)
              : BYTES_OF_JSON.charAt(random.nextInt(BYTES_OF_JSON.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, other);
        case 1 -> text.deleteCharAt(at);
        case 2 -> text.insert(at, other);
        default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 40)));
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void assertTaken(String before, String after) {
    assertThat(read(request(reading("b").replace(before, after)))).as(after).hasSize(1);
  }

  private static void assertRefused(String before, String after, String field, ErrorCode code) {
    Problem problem = problem(request(reading("b").replace(before, after)));
    assertThat(problem.code()).as(after).isEqualTo(code);
    assertThat(problem.place().orElseThrow().field()).as(after).isEqualTo("readings[0]." + field);
  }

  private static List<IncomingReading> read(String body) {
    return ReadingsReader.read(JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static Problem problem(String body) {
    try {
      read(body);
    } catch (InvalidInputException e) {
      return e.problem();
    }
    throw new AssertionError(body + " was taken");
  }
}
