package io.tributary.gateway.http;

import static io.tributary.gateway.kit.SampleReadings.reading;
import static io.tributary.gateway.kit.SampleReadings.request;
import static io.tributary.gateway.kit.SampleReadings.requestOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeviceDataTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldTakeNothingWhileItsClockIsNotSet() throws Exception {
    Duration toTheSeventies = Duration.ofDays(56 * 365);
    String reading = request(reading("24:6F:28:AE:52:7C", "a"));

    gateway.clock().advance(toTheSeventies.negated());
    ApiClient.Described early = api.postReadings(reading);
    gateway.clock().advance(toTheSeventies);
    ApiClient.Described now = api.postReadings(reading);

    assertThat(early.status()).isEqualTo(503);
    assertThat(now.status()).isEqualTo(200);
    assertThat(now.json().path("duplicate_batch_ids")).isEmpty();
  }

  @Test
  void shouldAppendOneFactForEachDeviceOfARequest() throws Exception {
    // When
    ApiClient.Described answer =
        api.postReadings(
            request(
                reading("24:6F:28:AE:52:7C", "a"),
                reading("AA:BB:CC:DD:EE:FF", "b"),
                reading("24:6F:28:AE:52:7C", "c")));

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo("{\"acknowledged_batch_ids\":[\"a\",\"b\",\"c\"],\"duplicate_batch_ids\":[]}");
    List<DeviceBatch> facts = facts();
    assertThat(facts)
        .extracting(DeviceBatch::getHardwareId)
        .containsExactlyInAnyOrder("24:6F:28:AE:52:7C", "AA:BB:CC:DD:EE:FF");
    DeviceBatch first =
        facts.stream().filter(fact -> fact.getReadings().size() == 2).findFirst().orElseThrow();
    assertThat(first.getReadings()).extracting(BatchReading::getBatchId).containsExactly("a", "c");
    assertThat(first.getReadingTtlS()).isEqualTo(7_776_000L);
    assertThat(first.getBatchTtlS()).isEqualTo(2_592_000L);
    assertThat(first.getEnvelope().getCaller()).isEqualTo("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01");
    assertThat(first.getEnvelope().getRequestId()).isEqualTo(answer.header("x-request-id").get());
    BatchReading reading = first.getReadings().get(0);
    assertThat(reading.getTimestampMs()).isEqualTo(1_717_236_600_000L);
    assertThat(reading.getFriendlyName()).isEqualTo("bench-north");
    assertThat(reading.getSensors().getBme280TempC()).isEqualTo("23.14");
    assertThat(reading.getSensors().getDs18b20TempC()).isNull();
    assertThat(reading.getSensorStatus().getDs18b20()).isEqualTo("error");
  }

  @Test
  void shouldNameRepeatsOfEarlierRequestsAsDuplicatesAndAppendThemAllTheSame() throws Exception {
    // Given
    api.postReadings(request(reading("known")));

    // When
    ApiClient.Described answer =
        api.postReadings(
            request(reading("new"), reading("twice"), reading("known"), reading("twice")));

    // Then
    assertThat(answer.body())
        .isEqualTo(
            "{\"acknowledged_batch_ids\":[\"new\",\"twice\"],"
                + "\"duplicate_batch_ids\":[\"known\"]}");
    assertThat(facts()).hasSize(2);
    assertThat(facts().get(1).getReadings()).hasSize(4);
  }

  @Test
  void shouldNotRememberIdsThatWereNeverAcknowledged() throws Exception {
    // Given
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);
    ApiClient.Described failed = api.postReadings(request(reading("a")));
    gateway.producer().decide(LogProducer.Answer.ACKNOWLEDGED);

    // When
    ApiClient.Described answer = api.postReadings(request(reading("a")));

    // Then
    assertThat(failed.status()).isEqualTo(503);
    assertThat(failed.error()).isEqualTo("UNAVAILABLE");
    assertThat(answer.body())
        .isEqualTo("{\"acknowledged_batch_ids\":[\"a\"],\"duplicate_batch_ids\":[]}");
  }

  @Test
  void shouldTake100ReadingsAndRefuse101And0() throws Exception {
    assertThat(api.postReadings(requestOf(100)).status()).isEqualTo(200);

    ApiClient.Described tooMany = api.postReadings(requestOf(101));
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.error()).isEqualTo("BATCH_SIZE_EXCEEDED");
    assertThat(tooMany.json().path("message").asText()).contains("100");

    ApiClient.Described none = api.postReadings(request());
    assertThat(none.status()).isEqualTo(400);
    assertThat(none.error()).isEqualTo("INVALID_VALUE");
    assertThat(facts()).hasSize(1);
  }

  @Test
  void shouldRefuseTheWholeRequestForOneBadReadingAndSayWhich() throws Exception {
    // When
    ApiClient.Described answer =
        api.postReadings(request(reading("a"), reading("24:6f:28:ae:52:7c", "b")));

    // Then
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error()).isEqualTo("INVALID_FORMAT");
    assertThat(answer.json().path("field").asText()).isEqualTo("readings[1].hardware_id");
    assertThat(answer.json().path("index").asInt()).isEqualTo(1);
    assertThat(answer.json().path("rule").asText()).contains("capital");
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldDecideWhoItIsBeforeLookingAtTheBody() throws Exception {
    // When
    ApiClient.Described missing =
        api.send(
            "POST /v1/devices/data",
            api.request("/v1/devices/data").POST(BodyPublishers.ofString("not json")).build());
    ApiClient.Described unknown = withKey("another-key");
    ApiClient.Described empty = withKey("");
    ApiClient.Described revoked = withKey(TestGateway.REVOKED_KEY);

    // Then
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.error()).isEqualTo("MISSING_API_KEY");
    assertThat(unknown.status()).isEqualTo(401);
    assertThat(unknown.error()).isEqualTo("INVALID_API_KEY");
    assertThat(empty.error()).isEqualTo("INVALID_API_KEY");
    assertThat(revoked.status()).isEqualTo(401);
    assertThat(revoked.error()).isEqualTo("KEY_REVOKED");
  }

  @Test
  void shouldNotCallAKeyInvalidWhileTheDirectoryIsBehind() throws Exception {
    // Given
    gateway.log().hold();
    // The hash is of another pepper; what matters is that the log has grown unseen
    gateway.putKey("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b03", "00", true);

    // When
    ApiClient.Described answer = withKey("unseen-key");

    // Then
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.error()).isEqualTo("UNAVAILABLE");
  }

  @Test
  void shouldLeaveOutATooLongTraceState() throws Exception {
    AtomicReference<List<String>> headers = new AtomicReference<>(List.of());
    gateway
        .log()
        .observe(
            record ->
                headers.set(
                    Stream.of(record.headers().toArray()).map(header -> header.key()).toList()));

    for (String parent :
        new String[] {
          TRACE + "0", TRACE.replace('b', '\u009b'), "00-" + "0".repeat(32) + TRACE.substring(35)
        }) {
      ApiClient.Described answer =
          api.send(
              "POST /v1/devices/data",
              api.request("/v1/devices/data/")
                  .header("X-API-Key", TestGateway.API_KEY)
                  .header("traceparent", parent)
                  .header("tracestate", "a=b")
                  .POST(BodyPublishers.ofString(request(reading("a"))))
                  .build());

      assertThat(answer.status()).isEqualTo(200);
      assertThat(headers.get())
          .contains("tributary-fact-id")
          .doesNotContain("traceparent", "tracestate");
    }
  }

  @Test
  void shouldHandTheTraceAndTheRequestIdOn() throws Exception {
    // Given
    AtomicReference<String> trace = new AtomicReference<>("");
    gateway
        .log()
        .observe(
            record ->
                trace.set(
                    new String(
                        record.headers().lastHeader("traceparent").value(),
                        StandardCharsets.UTF_8)));

    // When
    ApiClient.Described answer =
        api.send(
            "POST /v1/devices/data",
            api.request("/v1/devices/data/")
                .header("X-API-Key", TestGateway.API_KEY)
                .header("X-Request-Id", "my request 7")
                .header("traceparent", TRACE)
                .POST(BodyPublishers.ofString(request(reading("a"))))
                .build());

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("x-request-id")).contains("my request 7");
    assertThat(facts().get(0).getEnvelope().getRequestId()).isEqualTo("my request 7");
    assertThat(trace.get()).isEqualTo(TRACE);
  }

  @Test
  void shouldIgnoreUnknownMembersAndCountThem() throws Exception {
    // Given
    String body =
        request(reading("a").replace("{\"batch_id\"", "{\"rssi\":-65,\"batch_id\""))
            .replace("{\"readings\"", "{\"device_id\":{\"x\":1},\"readings\"");

    // When
    ApiClient.Described answer = api.postReadings(body);

    // Then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(gateway.unknownMembers()).isEqualTo(2);
    assertThat(answer.json())
        .hasToString(
            "{\"acknowledged_batch_ids\":[\"a\"],\"duplicate_batch_ids\":[],"
                + "\"ignored_fields\":[\"device_id\",\"readings[0].rssi\"]}");
  }

  @Test
  void shouldNameAtMostTwentyIgnoredMembersAndCutTheirNames() throws Exception {
    String strange = "\u00e9".repeat(300);
    ApiClient.Described answer =
        api.postReadings(
            requestOf(29)
                .replace("{\"batch_id\"", "{\"rssi\":-65,\"batch_id\"")
                .replace("{\"readings\"", "{\"" + strange + "\":1,\"readings\""));

    assertThat(gateway.unknownMembers()).isEqualTo(30);
    JsonNode ignored = answer.json().path("ignored_fields");
    assertThat(ignored).hasSize(20);
    assertThat(ignored.get(0).asText()).isEqualTo("?".repeat(256) + "…");
    assertThat(ignored.get(19).asText()).isEqualTo("readings[18].rssi");
  }

  private ApiClient.Described withKey(String key) throws Exception {
    return api.send(
        "POST /v1/devices/data",
        api.request("/v1/devices/data")
            .header("X-API-Key", key)
            .POST(BodyPublishers.ofString("not json"))
            .build());
  }

  private List<DeviceBatch> facts() {
    return gateway.log().values("devices.batches").stream()
        .map(value -> gateway.format().decode(DeviceBatch.class, value))
        .toList();
  }
}
