package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@OnSharedPipeline
final class RefusalsIT {

  /** A body that must be refused with a 400, and how. */
  private record Refused(String body, String error, String field) {}

  private final Bench bench;
  private final URI base;
  private final DevicesApi api;

  RefusalsIT(Bench bench) {
    this.bench = bench;
    this.base = bench.pipeline().http();
    this.api = new DevicesApi(bench.http(), base);
  }

  @Test
  void shouldAskForCredentialsBeforeAnythingElse() throws Exception {
    URI data = base.resolve(DevicesApi.DATA);
    URI keys = base.resolve(DevicesApi.API_KEYS);

    check(bench.http().post(data, Map.of(), "not even JSON"), 401, "MISSING_API_KEY");
    check(api.upload("0".repeat(64), "not even JSON"), 401, "INVALID_API_KEY");
    check(api.upload("", "not even JSON"), 401, "INVALID_API_KEY");
    check(bench.http().get(keys), 401, "MISSING_TOKEN");
    check(
        bench.http().get(keys, Map.of("Authorization", "Bearer fake-but-wrong")),
        401,
        "INVALID_TOKEN");
    check(
        bench.http().get(keys, Map.of("Authorization", "Basic ZmFrZTpmYWtl")), 401, "UNAUTHORIZED");
  }

  @Test
  void shouldSayWhichFieldBreaksWhichRule() throws Exception {
    String key = api.newKey();
    long before = bench.topics().length("devices.batches");
    String good = Samples.reading("good");

    List<Refused> cases =
        Stream.of(wrongBodies(), wrongIds(), wrongValues()).flatMap(all -> all).toList();
    for (Refused refused : cases) {
      Answer answer = api.upload(key, refused.body().replace("GOOD", good));
      check(answer, 400, refused.error());
      if (!refused.field().isEmpty()) {
        assertThat(answer.json().path("field").asText())
            .as("%s answered %s", refused, answer.body())
            .isEqualTo(refused.field());
        assertThat(answer.json().path("rule").asText()).as(answer.body()).isNotBlank();
      }
      if (refused.field().contains("[1]")) {
        assertThat(answer.json().path("index").asInt(-1)).as(answer.body()).isEqualTo(1);
      }
    }

    assertThat(bench.topics().length("devices.batches")).isEqualTo(before);
    System.out.println("refusals: cases=" + cases.size() + " appended=0");
  }

  @Test
  void shouldTakeOneToAHundredReadings() throws Exception {
    String key = api.newKey();

    assertThat(api.upload(key, many(100)).status()).isEqualTo(200);
    Answer tooMany = api.upload(key, many(101));
    check(tooMany, 400, "BATCH_SIZE_EXCEEDED");
    assertThat(tooMany.json().get("message").asText()).contains("100");
    check(api.upload(key, "{\"readings\":[]}"), 400, "");
  }

  @Test
  void shouldKnowItsPathsMethodsAndLimits() throws Exception {
    String key = api.newKey();

    check(bench.http().get(base.resolve("/v1/no/such/path")), 404, "NOT_FOUND");
    check(bench.http().get(base.resolve(DevicesApi.DATA)), 405, "");
    String large = "{\"readings\":[],\"padding\":\"" + "x".repeat(1024 * 1024) + "\"}";
    check(api.upload(key, large), 413, "PAYLOAD_TOO_LARGE");
    String atTheLimit =
        Samples.request(Samples.reading("just within the limit"))
            .replaceFirst("\\{", "{\"padding\":\"PADDING\",");
    int room = 1024 * 1024 - atTheLimit.length() + "PADDING".length();
    assertThat(api.upload(key, atTheLimit.replace("PADDING", "x".repeat(room))).status())
        .isEqualTo(200);
  }

  @Test
  void shouldShowItsHealthMetricsAndContract() throws Exception {
    Answer live = bench.http().get(base.resolve("/health/live"));
    Answer ready = bench.http().get(base.resolve("/health/ready"));
    Answer metrics = bench.http().get(base.resolve("/metrics"));
    Answer openapi = bench.http().get(base.resolve("/openapi.yaml"));

    assertThat(live.status()).isEqualTo(200);
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.json().get("reasons")).isEmpty();
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.body()).contains("tributary_");
    assertThat(openapi.status()).isEqualTo(200);
    assertThat(openapi.body()).contains("openapi: 3.1").contains("/v1/devices/data");
  }

  /** Requests that are wrong as a whole. */
  private static Stream<Refused> wrongBodies() {
    return Stream.of(
        new Refused("{}", "MISSING_FIELD", "readings"),
        new Refused("", "MISSING_FIELD", ""),
        new Refused("[]", "INVALID_FORMAT", ""),
        new Refused("{\"readings\":{}}", "INVALID_FORMAT", "readings"),
        new Refused(
            changed("\"batch_id\":\"b\"", "\"batch_id\":\"b\",\"batch_id\":\"c\""),
            "INVALID_FORMAT",
            ""));
  }

  /** Requests whose second reading has a wrong id. */
  private static Stream<Refused> wrongIds() {
    return Stream.of(
        new Refused(changed("\"batch_id\":\"b\",", ""), "MISSING_FIELD", "readings[1].batch_id"),
        new Refused(
            changed("\"b\"", "\"" + "b".repeat(257) + "\""),
            "INVALID_FORMAT",
            "readings[1].batch_id"),
        new Refused(changed("\"b\"", "\"\""), "INVALID_FORMAT", "readings[1].batch_id"),
        new Refused(changed("\"b\"", "\"a\\tb\""), "INVALID_FORMAT", "readings[1].batch_id"),
        new Refused(changed("\"b\"", "\"ä\""), "INVALID_FORMAT", "readings[1].batch_id"),
        new Refused(changed("24:6F", "24:6f"), "INVALID_FORMAT", "readings[1].hardware_id"),
        new Refused(changed("24:6F:", "24-6F-"), "INVALID_FORMAT", "readings[1].hardware_id"),
        new Refused(changed(":7C\"", ":7C:00\""), "INVALID_FORMAT", "readings[1].hardware_id"),
        new Refused(changed(":7C\"", ":7C\\n\""), "INVALID_FORMAT", "readings[1].hardware_id"));
  }

  /** Requests whose second reading has another wrong member. */
  private static Stream<Refused> wrongValues() {
    return Stream.of(
        new Refused(
            changed("3786912600000", "946684799999"), "INVALID_FORMAT", "readings[1].timestamp_ms"),
        new Refused(
            changed("3786912600000", "4102444800001"),
            "INVALID_FORMAT",
            "readings[1].timestamp_ms"),
        new Refused(
            changed("3786912600000", "\"3786912600000\""),
            "INVALID_FORMAT",
            "readings[1].timestamp_ms"),
        new Refused(
            changed("3786912600000", "3786912600000.5"),
            "INVALID_FORMAT",
            "readings[1].timestamp_ms"),
        new Refused(changed("-4b7a-", "-1b7a-"), "INVALID_FORMAT", "readings[1].boot_id"),
        new Refused(changed("-8c34-", "-7c34-"), "INVALID_FORMAT", "readings[1].boot_id"),
        new Refused(changed("\"1.0.16\"", "1"), "INVALID_FORMAT", "readings[1].firmware_version"),
        new Refused(changed("{\"bme280_temp_c\":23.14}", "null"), "", "readings[1].sensors"),
        new Refused(
            changed("23.14", "\"23.14\""), "INVALID_FORMAT", "readings[1].sensors.bme280_temp_c"),
        new Refused(changed("23.14", "1e126"), "", "readings[1].sensors.bme280_temp_c"),
        new Refused(
            changed("23.14", "1." + "1".repeat(38)), "", "readings[1].sensors.bme280_temp_c"),
        new Refused(changed("\"ok\"", "7"), "INVALID_FORMAT", "readings[1].sensor_status.bme280"));
  }

  /** A good reading, and a second one with a part replaced. */
  private static String changed(String part, String replacement) {
    String reading = Samples.reading("b");
    assertThat(reading).contains(part);
    return Samples.request("GOOD", reading.replace(part, replacement));
  }

  private static String many(int readings) {
    return IntStream.range(0, readings)
        .mapToObj(i -> Samples.reading("one of many " + i))
        .collect(Collectors.joining(",", "{\"readings\":[", "]}"));
  }

  private static void check(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    JsonNode body = answer.json();
    if (!error.isEmpty()) {
      assertThat(body.get("error").asText()).as(answer.body()).isEqualTo(error);
    }
    assertThat(body.path("error").asText()).isNotBlank();
    assertThat(body.path("message").asText()).isNotBlank();
    assertThat(body.path("request_id").asText()).isNotBlank();
  }
}
