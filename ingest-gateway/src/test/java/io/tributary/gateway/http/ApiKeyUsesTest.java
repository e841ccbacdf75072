package io.tributary.gateway.http;

import static io.tributary.gateway.kit.SampleDevices.registration;
import static io.tributary.gateway.kit.SampleReadings.reading;
import static io.tributary.gateway.kit.SampleReadings.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ApiKeyUsesTest {

  private static final String USES = "devices.api-key-uses";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendAUseOfAKeyOnceInFiveMinutes() throws Exception {
    // When
    ApiClient.Described first = post();
    post();
    gateway.clock().advance(Duration.ofMillis(299_999));
    post();
    gateway.clock().advance(Duration.ofMillis(1));
    post();

    // Then
    awaitUses(2);
    ApiKeyUse use = uses().get(0);
    assertThat(use.getKeyId()).isEqualTo("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01");
    assertThat(use.getEnvelope().getCaller()).isEqualTo("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01");
    assertThat(use.getEnvelope().getRequestId()).isEqualTo(first.header("x-request-id").get());
    assertThat(uses())
        .extracting(each -> each.getEnvelope().getAcceptedAtMs())
        .containsExactly(1_772_366_400_250L, 1_772_366_700_250L);
  }

  @Test
  void shouldCountRegistrationsAndRefusedBodiesAsUses() throws Exception {
    api.register(registration());
    awaitUses(1);

    gateway.clock().advance(Duration.ofMinutes(5));
    assertThat(api.postReadings("not json").status()).isEqualTo(400);

    awaitUses(2);
  }

  @Test
  void shouldNotAppendUsesThatTheDirectoryHas() throws Exception {
    // Given
    gateway.putKeyUsedAt(Instant.parse("2026-03-01T11:56:00.250Z"));
    await().untilAsserted(() -> assertThat(lastUsedAt()).isEqualTo("2026-03-01T11:56:00Z"));

    // When
    post();
    gateway.clock().advance(Duration.ofMinutes(1));
    post();

    // Then
    awaitUses(1);
    assertThat(uses().get(0).getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_460_250L);
  }

  @Test
  void shouldRepeatFailedUsesLaterWithoutDelayOfRequests() throws Exception {
    // Given
    gateway.producer().decide(USES, LogProducer.Answer.TIMED_OUT);
    assertThat(post().status()).isEqualTo(200);
    assertThat(post().status()).isEqualTo(200);

    // When
    gateway.producer().decide(USES, LogProducer.Answer.ACKNOWLEDGED);

    // Then
    await()
        .untilAsserted(
            () -> {
              assertThat(post().status()).isEqualTo(200);
              assertThat(uses()).hasSize(1);
            });
  }

  private ApiClient.Described post() throws Exception {
    return api.postReadings(request(reading("a")));
  }

  private String lastUsedAt() throws Exception {
    return api.admin("GET /v1/admin/api-keys", "/v1/admin/api-keys", "GET", "")
        .json()
        .at("/api_keys/0/last_used_at")
        .asText();
  }

  /**
   * What a request brings comes before what the next one brings, so a further fact ends the wait.
   */
  private void awaitUses(int count) throws Exception {
    int batches = gateway.log().values("devices.batches").size();
    post();
    await()
        .untilAsserted(
            () -> assertThat(gateway.log().values("devices.batches")).hasSize(batches + 1));
    assertThat(uses()).hasSize(count);
  }

  private List<ApiKeyUse> uses() {
    return gateway.log().values(USES).stream()
        .map(value -> gateway.format().decode(ApiKeyUse.class, value))
        .toList();
  }
}
