package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.SampleReadings;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.runtime.lifecycle.HealthReason;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AdminKeysTest {

  private static final String CREATE = "POST /v1/admin/api-keys";
  private static final String LIST = "GET /v1/admin/api-keys";
  private static final String REVOKE = "DELETE /v1/admin/api-keys/{key_id}";
  private static final String PATH = "/v1/admin/api-keys";

  private static final String REGISTRATION =
      """
      {"hardware_id":"AA:BB:CC:DD:EE:FF","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
       "firmware_version":"1.0.16","capabilities":{"sensors":[],"features":{}}}""";

  @AutoClose
  private final TestGateway gateway = TestGateway.start(HttpLimits.of(Duration.ofSeconds(2)));

  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldMakeAKeyThatWorksFromTheNextRequestOnAndNotAfterItsRevocation() throws Exception {
    // When
    ApiClient.Described made = api.admin(CREATE, PATH, "POST", "{\"description\":\"bench\"}");
    String key = made.json().path("api_key").asText();
    String keyId = made.json().path("key_id").asText();
    ApiClient.Described used = post(key);
    ApiClient.Described revoked = api.admin(REVOKE, PATH + "/" + keyId, "DELETE", "");
    ApiClient.Described refused = post(key);
    ApiClient.Described again = api.admin(REVOKE, PATH + "/" + keyId, "DELETE", "");

    // Then
    assertThat(made.status()).isEqualTo(200);
    assertThat(key).matches("[0-9a-f]{64}");
    assertThat(used.status()).isEqualTo(200);
    assertThat(revoked.body()).isEqualTo("{\"status\":\"revoked\",\"key_id\":\"" + keyId + "\"}");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.error()).isEqualTo("KEY_REVOKED");
    assertThat(again.body()).isEqualTo(revoked.body());
  }

  @Test
  void shouldBindAKeyToDevices() throws Exception {
    String device = "24:6F:28:AE:52:7C";
    String body = "{\"hardware_ids\":[\"%s\"]}";
    ApiClient.Described made = api.admin(CREATE, PATH, "POST", body.formatted(device));
    String key = made.json().path("api_key").asText();

    ApiClient.Described own = post(api, key, SampleReadings.reading(device, device + "-a"));
    ApiClient.Described mixed =
        post(
            api,
            key,
            SampleReadings.reading(device, device + "-b"),
            SampleReadings.reading("AA:BB:CC:DD:EE:FF", "AA:BB:CC:DD:EE:FF-c"));
    for (String id :
        List.of("boot-42-seq-0001", "AA:BB:CC:DD:EE:FF-1", device.toLowerCase(Locale.ROOT))) {
      ApiClient.Described foreign = post(api, key, SampleReadings.reading(device, id));
      assertThat(foreign.status()).as("an id that another device may use").isEqualTo(403);
      assertThat(foreign.json().path("field").asText()).isEqualTo("readings[0].batch_id");
    }
    ApiClient.Described registered =
        api.send(
            "POST /v1/devices/register",
            api.request("/v1/devices/register")
                .header("X-API-Key", key)
                .POST(BodyPublishers.ofString(REGISTRATION))
                .build());

    assertThat(own.status()).isEqualTo(200);
    assertThat(mixed.status()).isEqualTo(403);
    assertThat(mixed.json().path("field").asText()).isEqualTo("readings[1].hardware_id");
    assertThat(gateway.log().values("devices.batches")).hasSize(1);
    assertThat(registered.error()).isEqualTo("FORBIDDEN");
    assertThat(registered.json().path("field").asText()).isEqualTo("hardware_id");
    assertThat(api.admin(LIST, PATH, "GET", "").json().at("/api_keys/0/hardware_ids/0").asText())
        .isEqualTo(device);
    assertThat(api.admin(CREATE, PATH, "POST", body.formatted("aa")).json().path("field").asText())
        .isEqualTo("hardware_ids[0]");
    assertThat(api.admin(CREATE, PATH, "POST", "{\"hardware_ids\":[]}").status()).isEqualTo(400);
  }

  @Test
  void shouldAdmitANewKeyAtOnceAndRefuseARevokedOneSoonOnAnInstanceThatLearnsLate()
      throws Exception {
    TestGateway late = gateway.startBeside();
    try {
      ApiClient beside = new ApiClient(late.port());
      for (int round = 0; round < 5; round++) {
        // When
        JsonNode made = api.admin(CREATE, PATH, "POST", "{}").json();
        String key = made.path("api_key").asText();
        ApiClient.Described used = post(beside, key);
        api.admin(REVOKE, PATH + "/" + made.path("key_id").asText(), "DELETE", "");

        // Then
        assertThat(used.status()).isEqualTo(200);
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> post(beside, key).error().equals("KEY_REVOKED"));
      }
    } finally {
      late.close();
    }
  }

  @Test
  void shouldAdmitNoRequestWhileTheDirectoryIsTwoSecondsBehind() throws Exception {
    // Given
    assertThat(post(TestGateway.API_KEY).status()).isEqualTo(200);

    // When
    gateway.log().hold();
    gateway.putKey(TestGateway.API_KEY_ID, "00", false);

    // Then
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> post(TestGateway.API_KEY).error().equals("UNAVAILABLE"));
    assertThat(gateway.parts().unreadyReasons())
        .extracting(HealthReason::code)
        .contains("directory_behind");
  }

  @Test
  void shouldPageThroughAllKeysNewestFirst() throws Exception {
    // Given
    for (int i = 0; i < 5; i++) {
      api.admin(CREATE, PATH, "POST", "{\"description\":\"key " + i + "\"}");
    }

    // When
    Set<String> ids = new HashSet<>();
    String cursor = "";
    int pages = 0;
    String newest = "9999";
    while (cursor != null) {
      JsonNode page = api.admin(LIST, PATH + "?limit=2" + cursor, "GET", "").json();
      for (JsonNode key : page.path("api_keys")) {
        ids.add(key.path("key_id").asText());
        assertThat(key.path("created_at").asText()).isLessThanOrEqualTo(newest);
        newest = key.path("created_at").asText();
      }
      pages++;
      JsonNode next = page.path("next_cursor");
      cursor = next.isNull() ? null : "&cursor=" + next.asText();
    }

    // Then
    assertThat(ids).hasSize(7);
    assertThat(pages).isEqualTo(4);
  }

  @Test
  void shouldBringAnOddLimitWithinBoundsAndRefuseAnOddCursor() throws Exception {
    assertThat(keysListed("?limit=0")).isEqualTo(1);
    assertThat(keysListed("?limit=1000")).isEqualTo(2);
    assertThat(keysListed("?limit=99999999999999999999")).isEqualTo(2);
    assertThat(keysListed("?limit=-99999999999999999999")).isEqualTo(1);
    assertThat(keysListed("?limit=many")).isEqualTo(2);

    for (String cursor : new String[] {"!!!", "bm8", "e30", "eyJrZXlfaWQiOiJ4In0"}) {
      ApiClient.Described answer = api.admin(LIST, PATH + "?cursor=" + cursor, "GET", "");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.error()).isEqualTo("INVALID_FORMAT");
      assertThat(answer.json().path("field").asText()).isEqualTo("cursor");
    }
  }

  @Test
  void shouldAnswer404ForAKeyThatIsNotThere() throws Exception {
    for (String id : new String[] {"6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0bff", "nonsense", "%2e%2e"}) {
      ApiClient.Described answer = api.admin(REVOKE, PATH + "/" + id, "DELETE", "");
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.error()).isEqualTo("API_KEY_NOT_FOUND");
    }
  }

  @Test
  void shouldAdmitOperatorsByTokenOnly() throws Exception {
    ApiClient.Described missing = api.send(LIST, api.request(PATH).GET().build());
    assertThat(missing.status()).isEqualTo(401);
    assertThat(missing.error()).isEqualTo("MISSING_TOKEN");
    assertThat(list("Bearer wrong").error()).isEqualTo("INVALID_TOKEN");
    assertThat(list("Basic " + TestGateway.ADMIN_TOKEN).error()).isEqualTo("UNAUTHORIZED");
    assertThat(list("Bearer " + TestGateway.ADMIN_TOKEN + ",fake-next-token").status())
        .isEqualTo(401);
    assertThat(list("Bearer fake-next-token").status()).isEqualTo(200);
  }

  @Test
  void shouldAnswer503WhenNoOutcomeComesInTimeAndTakeTheKeyBack() throws Exception {
    // Given
    gateway.stopProcessors();

    // When
    ApiClient.Described answer = api.admin(CREATE, PATH, "POST", "{}");

    // Then
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.error()).isEqualTo("UNAVAILABLE");
    await().until(() -> commands().size() == 2);
    assertThat(commands().get(0).getChange()).isInstanceOf(ApiKeyCreation.class);
    assertThat(commands().get(1).getChange()).isInstanceOf(ApiKeyRevocation.class);
    assertThat(commands().get(1).getKeyId()).isEqualTo(commands().get(0).getKeyId());
  }

  @Test
  void shouldNameTheKeyToARepeatUnderItsIdempotencyKey() throws Exception {
    // Given
    ApiClient.Described first = create("order-7", "{\"description\":\"bench\"}");
    gateway.clock().advance(Duration.ofMinutes(1));

    // When
    ApiClient.Described again = create("order-7", "{\"description\":\"bench\"}");
    ApiClient.Described other = create("order-7", "{}");
    ApiClient.Described another = create("order-8", "{\"description\":\"bench\"}");

    // Then
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.error()).isEqualTo("API_KEY_EXISTS");
    assertThat(again.body())
        .contains(first.json().path("key_id").asText())
        .doesNotContain(first.json().path("api_key").asText());
    assertThat(post(first.json().path("api_key").asText()).status()).isEqualTo(200);
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.error()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(another.json().path("key_id")).isNotEqualTo(first.json().path("key_id"));
    assertThat(another.json().path("api_key")).isNotEqualTo(first.json().path("api_key"));
    assertThat(create(" ".repeat(257), "{}").json().path("field").asText())
        .isEqualTo("Idempotency-Key");
  }

  private ApiClient.Described create(String idempotencyKey, String body) throws Exception {
    return api.send(
        CREATE,
        api.request(PATH)
            .header("Authorization", "Bearer " + TestGateway.ADMIN_TOKEN)
            .header("Idempotency-Key", idempotencyKey)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private List<ApiKeyCommand> commands() {
    return gateway.log().values("devices.api-key-commands").stream()
        .map(value -> gateway.format().decode(ApiKeyCommand.class, value))
        .toList();
  }

  private int keysListed(String query) throws Exception {
    return api.admin(LIST, PATH + query, "GET", "").json().path("api_keys").size();
  }

  private ApiClient.Described list(String authorization) throws Exception {
    return api.send(LIST, api.request(PATH).header("Authorization", authorization).GET().build());
  }

  private ApiClient.Described post(String key) throws Exception {
    return post(api, key);
  }

  private static ApiClient.Described post(ApiClient client, String key) throws Exception {
    return post(client, key, SampleReadings.reading("a"));
  }

  private static ApiClient.Described post(ApiClient client, String key, String... readings)
      throws Exception {
    String body = SampleReadings.request(readings);
    return client.send(
        "POST /v1/devices/data",
        client
            .request("/v1/devices/data")
            .header("X-API-Key", key)
            .POST(BodyPublishers.ofString(body))
            .build());
  }
}
