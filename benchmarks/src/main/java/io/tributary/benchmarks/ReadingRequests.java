package io.tributary.benchmarks;

import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway.Reply;
import io.tributary.schemas.key.devices.ReadingKey;
import java.util.stream.IntStream;

/** Requests of one size: readings of one device, each with an id that no other reading has. */
enum ReadingRequests {
  SINGLE(1),
  TEN(10),
  HUNDRED(100);

  static final String PATH = "/v1/devices/data";

  /** Obviously fake, as it opens nothing but a benchmark's gateway. */
  static final String API_KEY = "fake-api-key-of-a-benchmark";

  /** Also the timestamp, so late that nothing expires. */
  private static final long FIRST_SERIAL = 1_900_000_000_000L;

  private static final long SERIALS = 1_000_000_000_000L;
  private static final String BOOT = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String REST =
      """
      ,"boot_id":"%s","firmware_version":"1.0.16","friendly_name":"bench-north",\
      "sensors":{"bme280_temp_c":23.14,"ds18b20_temp_c":21.88,"humidity_pct":51.07,\
      "pressure_hpa":1009.62,"soil_moisture_pct":38.45},\
      "sensor_status":{"bme280":"ok","ds18b20":"ok","soil_moisture":"ok"}}"""
          .formatted(BOOT);
  private static final String[] DEVICES =
      IntStream.range(0, 1000)
          .mapToObj(i -> "24:6F:28:AE:%02X:%02X".formatted(i >> Byte.SIZE, i & 0xFF))
          .toArray(String[]::new);

  private final int readings;

  ReadingRequests(int readings) {
    this.readings = readings;
  }

  Call call(long number) {
    ReadingKey first = key(number);
    StringBuilder body = new StringBuilder(512 * readings).append("{\"readings\":");
    for (int i = 0; i < readings; i++) {
      ReadingKey key = i == 0 ? first : key(first.hardwareId(), first.timestampMs() + i);
      body.append(i == 0 ? "[{" : ",{").append("\"batch_id\":\"").append(key.batchId());
      body.append("\",\"hardware_id\":\"").append(key.hardwareId());
      body.append("\",\"timestamp_ms\":").append(key.timestampMs()).append(REST);
    }
    return new Call("POST", PATH, Call.apiKey(API_KEY), body.append("]}").toString());
  }

  /** Key of the first reading of the request of that number. */
  ReadingKey key(long number) {
    return key(
        DEVICES[(int) (number % DEVICES.length)],
        FIRST_SERIAL + ordinal() * SERIALS + number * readings);
  }

  private static ReadingKey key(String hardwareId, long serial) {
    String batchId = hardwareId + '_' + BOOT + '_' + FIRST_SERIAL + '_' + serial;
    return new ReadingKey(hardwareId, serial, batchId);
  }

  /** An answer that accepts the request of number 0. */
  String answer() {
    StringBuilder answer = new StringBuilder("{\"acknowledged_batch_ids\":");
    for (int i = 0; i < readings; i++) {
      answer.append(i == 0 ? "[\"" : ",\"").append(key(0).batchId()).append('"');
    }
    return answer.append("],\"duplicate_batch_ids\":[]}").toString();
  }

  /** True for an answer with as many ids as the request had readings, none of them a duplicate. */
  boolean isAnsweredBy(Reply reply) {
    long quotes = reply.body().chars().filter(each -> each == '"').count();
    return reply.status() == 200 && reply.body().endsWith("[]}") && quotes == 2L * (readings + 2);
  }
}
