package io.tributary.e2e.devices;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Request bodies none of which is a good one, some by hand and some by chance. */
final class HostileBodies {

  private static final String GOOD = Samples.reading("hostile");

  /** No member of it is right, so that no mutation of it can be. */
  private static final byte[] BAD =
      Samples.TWO_WINDOWS
          .replace("24:6F:28:AE:52:7C\",\"timestamp", "zz:zz:zz:zz:zz:zz\",\"timestamp")
          .getBytes(StandardCharsets.UTF_8);

  private static final List<String> WRONG_VALUES =
      List.of(
          "null",
          "true",
          "[]",
          "{}",
          "-1",
          "1e400",
          "1e999999999",
          "-1e-999999999",
          "9".repeat(10_000),
          "0." + "1".repeat(10_000),
          "NaN",
          "Infinity",
          "0x10",
          "01",
          "1.",
          ".5",
          "+1",
          "--1",
          "1e",
          "'a'",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\x41\"",
          "\"" + "x".repeat(300) + "\"",
          "[".repeat(50_000),
          "{\"a\":".repeat(50_000),
          "[".repeat(5_000) + "]".repeat(5_000));
  private static final List<String> MEMBERS =
      List.of(
          "\"hostile\"",
          "\"24:6F:28:AE:52:7C\"",
          "3786912600000",
          "\"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6\"");

  private HostileBodies() {}

  /** Bodies that a person thought of. */
  static List<byte[]> byHand() {
    List<byte[]> bodies = new ArrayList<>();
    for (String member : MEMBERS) {
      WRONG_VALUES.forEach(value -> bodies.add(text(Samples.request(GOOD.replace(member, value)))));
    }
    wrongNumbers()
        .forEach(value -> bodies.add(text(Samples.request(GOOD.replace("23.14", value)))));
    wholeBodies().forEach(body -> bodies.add(text(body)));
    duplicates().forEach(body -> bodies.add(text(body)));
    badUtf8().forEach(bytes -> bodies.add(inAString(bytes)));
    bodies.add(Samples.request(GOOD).getBytes(StandardCharsets.UTF_16));
    return bodies;
  }

  /** Bodies by chance: random bytes, and a wrong request cut, doubled and flipped. */
  static List<byte[]> byChance(Random random, int count) {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bodies.add(i % 5 == 0 ? randomBytes(random) : mutated(random));
    }
    return bodies;
  }

  private static Stream<String> wrongNumbers() {
    return Stream.of(
        "1e126",
        "-1e126",
        "1e-131",
        "1e999999999",
        "1e-999999999",
        "1e99999999999999999999",
        "9".repeat(39),
        "9".repeat(100_000),
        "0." + "1".repeat(39),
        "true",
        "\"23.14\"",
        "[23.14]",
        "{}");
  }

  private static Stream<String> wholeBodies() {
    return Stream.of(
        "",
        " ",
        "null",
        "0",
        "\"readings\"",
        "[]",
        "{}",
        "{\"readings\":null}",
        "{\"readings\":[]}",
        "{\"readings\":[null]}",
        "{\"readings\":[[]]}",
        "{\"readings\":[{}]}",
        "{\"readings\":" + "[".repeat(200_000),
        "[".repeat(500_000),
        "{\"a\":".repeat(100_000),
        "{\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000) + ",\"readings\":[" + GOOD + "]}",
        Samples.request(GOOD) + "x",
        Samples.request(GOOD) + Samples.request(GOOD),
        Samples.request(GOOD).replace("}]}", "}]"),
        "\uFEFF".repeat(3) + Samples.request(GOOD),
        "/* c */" + Samples.request(GOOD),
        Samples.request(GOOD).replace('"', '\''),
        Samples.request(GOOD.replace("}}", "},}")));
  }

  private static Stream<String> duplicates() {
    return Stream.of(
        "{\"readings\":[" + GOOD + "],\"readings\":[" + GOOD + "]}",
        Samples.request(GOOD.replace("\"batch_id\":", "\"batch_id\":\"other\",\"batch_id\":")),
        Samples.request(
            GOOD.replace("\"batch_id\":", "\"\\u0062atch_id\":\"other\",\"batch_id\":")),
        Samples.request(
            GOOD.replace("\"bme280_temp_c\":", "\"bme280_temp_c\":1,\"bme280_temp_c\":")),
        Samples.request(GOOD.replace("\"bme280\":", "\"bme280\":\"ok\",\"bme280\":")),
        Samples.request(GOOD.replace("\"batch_id\":", "\"new\":1,\"new\":2,\"batch_id\":")));
  }

  private static Stream<byte[]> badUtf8() {
    return Stream.of(
        new byte[] {(byte) 0x80},
        new byte[] {(byte) 0xC0, (byte) 0xAF},
        new byte[] {(byte) 0xE0, (byte) 0x80, (byte) 0xAF},
        new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
        new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
        new byte[] {(byte) 0xC3},
        new byte[] {(byte) 0xFF, (byte) 0xFE});
  }

  /** A request that would be good but for these bytes in its firmware version. */
  private static byte[] inAString(byte[] bytes) {
    String[] halves = Samples.request(GOOD).split("1\\.0\\.16", 2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(text(halves[0]));
    out.writeBytes(bytes);
    out.writeBytes(text(halves[1]));
    return out.toByteArray();
  }

  private static byte[] randomBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(2_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] mutated(Random random) {
    byte[] bytes = BAD.clone();
    int mutations = 1 + random.nextInt(8);
    for (int i = 0; i < mutations; i++) {
      bytes = mutate(bytes, random);
    }
    return bytes;
  }

  private static byte[] mutate(byte[] bytes, Random random) {
    if (bytes.length == 0) {
      return bytes;
    }
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    switch (random.nextInt(4)) {
      case 0 -> out.write(bytes, to, bytes.length - to);
      case 1 -> {
        out.write(bytes, from, to - from);
        out.write(bytes, from, bytes.length - from);
      }
      case 2 -> {
        out.write(random.nextInt(256));
        out.write(bytes, from + 1, bytes.length - from - 1);
      }
      default -> out.writeBytes(text("{[\"\\:,]}0e-".repeat(random.nextInt(3))));
    }
    return out.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
