package io.tributary.benchmarks.gateway;

import io.tributary.schemas.key.devices.ReadingKey;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests of one size: readings of one device, each with an id that no other reading has. */
enum Workload {
  SINGLE(1),
  HUNDRED(100);

  static final String PATH = "/v1/devices/data";

  /** Obviously fake, as it opens nothing but a benchmark's gateway. */
  static final String API_KEY = "fake-api-key-of-a-benchmark";

  private static final String DEVICE_MARK = "@@:@@";
  private static final String SERIAL_MARK = "#############";

  /** Also the timestamp, so late that nothing expires. */
  private static final long FIRST_SERIAL = 1_900_000_000_000L;

  private static final long SERIALS = 1_000_000_000_000L;
  private static final int DEVICES = 1000;
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final String BOOT = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String HARDWARE_ID = "24:6F:28:AE:" + DEVICE_MARK;
  private static final String BATCH_ID =
      HARDWARE_ID + "_" + BOOT + "_" + FIRST_SERIAL + "_" + SERIAL_MARK;
  private static final String BATCH_ID_MEMBER = "{\"batch_id\":\"";
  private static final String READING =
      BATCH_ID_MEMBER
          + BATCH_ID
          + "\",\"hardware_id\":\""
          + HARDWARE_ID
          + "\",\"timestamp_ms\":"
          + SERIAL_MARK
          + ",\"boot_id\":\""
          + BOOT
          + "\",\"firmware_version\":\"1.0.16\",\"friendly_name\":\"bench-north\","
          + "\"sensors\":{\"bme280_temp_c\":23.14,\"ds18b20_temp_c\":21.88,"
          + "\"humidity_pct\":51.07,\"pressure_hpa\":1009.62,\"soil_moisture_pct\":38.45},"
          + "\"sensor_status\":{\"bme280\":\"ok\",\"ds18b20\":\"ok\",\"soil_moisture\":\"ok\"}}";

  private final int readings;
  private final byte[] request;
  private final int[] devices;
  private final int[] serials;
  private final int bodyBytes;
  private final String answer;

  Workload(int readings) {
    this.readings = readings;
    String body =
        Collections.nCopies(readings, READING).stream()
            .collect(Collectors.joining(",", "{\"readings\":[", "]}"));
    String head =
        String.join(
            "\r\n",
            "POST " + PATH + " HTTP/1.1",
            "Host: 127.0.0.1",
            "X-API-Key: " + API_KEY,
            "Content-Type: application/json",
            "Content-Length: " + body.length(),
            "",
            "");
    String text = head + body;
    this.request = text.getBytes(StandardCharsets.US_ASCII);
    this.devices = positions(text, DEVICE_MARK);
    this.serials = positions(text, SERIAL_MARK);
    this.bodyBytes = body.length();
    this.answer =
        Collections.nCopies(readings, "\"" + BATCH_ID + "\"").stream()
            .collect(
                Collectors.joining(
                    ",", "{\"acknowledged_batch_ids\":[", "],\"duplicate_batch_ids\":[]}"));
  }

  int readings() {
    return readings;
  }

  /** Length of a request's body. */
  int bodyBytes() {
    return bodyBytes;
  }

  /** An answer of the length that each answer to such a request has. */
  String answer() {
    return answer;
  }

  /** The bytes of a request, head and body, to be numbered. */
  byte[] newRequest() {
    return request.clone();
  }

  /** Makes these bytes the request of that number. */
  void number(byte[] bytes, long number) {
    int device = (int) (number % DEVICES);
    for (int at : devices) {
      writeHex(bytes, at, device >> Byte.SIZE);
      writeHex(bytes, at + 3, device & 0xFF);
    }
    int marks = serials.length / readings;
    for (int i = 0; i < serials.length; i++) {
      writeDigits(
          bytes, serials[i], FIRST_SERIAL + ordinal() * SERIALS + number * readings + i / marks);
    }
  }

  /** Key of the first reading of the request of that number. */
  ReadingKey key(long number) {
    byte[] bytes = newRequest();
    number(bytes, number);
    String text = new String(bytes, StandardCharsets.US_ASCII);
    int serial = serials[0];
    int from = text.indexOf(BATCH_ID_MEMBER) + BATCH_ID_MEMBER.length();
    String batchId = text.substring(from, text.indexOf('"', from));
    return new ReadingKey(
        batchId.substring(0, HARDWARE_ID.length()),
        Long.parseLong(text.substring(serial, serial + SERIAL_MARK.length())),
        batchId);
  }

  private static void writeHex(byte[] bytes, int at, int octet) {
    bytes[at] = (byte) HEX[octet >> 4];
    bytes[at + 1] = (byte) HEX[octet & 0xF];
  }

  private static void writeDigits(byte[] bytes, int at, long number) {
    long rest = number;
    for (int i = at + SERIAL_MARK.length() - 1; i >= at; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static int[] positions(String text, String mark) {
    return IntStream.iterate(
            text.indexOf(mark), at -> at >= 0, at -> text.indexOf(mark, at + mark.length()))
        .toArray();
  }
}
