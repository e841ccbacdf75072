package io.tributary.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.SampleReadings;
import io.tributary.gateway.kit.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Random and mutated records in every topic that gateways read. */
class GarbageTest {

  private static final long SEED = 20_261_128L;
  private static final int RECORDS = 500;
  private static final List<String> TOPICS =
      List.of(
          "devices.api-keys",
          "devices.devices",
          "devices.outcomes",
          "inbox.settings",
          "inbox.outcomes",
          "tenants.tenants",
          "tenants.users",
          "tenants.channels",
          "tenants.outcomes");

  private static final String REGISTRATION =
      """
      {"hardware_id":"24:6F:28:AE:52:7C","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
       "firmware_version":"1.0.16","friendly_name":"bench-north",
       "capabilities":{"sensors":["bme280"],"features":{"tft_display":true}}}""";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());
  private final Random random = new Random(SEED);

  @Test
  void shouldEndNoGatewayAndKeepNoneFromStarting() throws Exception {
    changeEverything("acme");
    for (String topic : TOPICS) {
      spoil(topic);
    }
    await().untilAsserted(() -> assertThat(gateway.parts().unreadyReasons()).isEmpty());
    changeEverything("umbrella");

    TestGateway second = gateway.startBeside();
    try {
      assertThat(second.parts().unreadyReasons()).isEmpty();
      assertThat(
              new ApiClient(second.port())
                  .postReadings(SampleReadings.request(SampleReadings.reading("a")))
                  .status())
          .isEqualTo(200);
      assertThat(second.directoryRecordsSkipped())
          .isBetween(1000.0, gateway.directoryRecordsSkipped());
    } finally {
      second.close();
    }
  }

  private void changeEverything(String tenant) throws Exception {
    change("tenants/" + tenant, "{\"name\":\"A\",\"status\":\"active\",\"settings\":{}}");
    change(
        "tenants/" + tenant + "/users/ada",
        "{\"email\":\"a@b\",\"display_name\":\"Ada\",\"role\":\"member\","
            + "\"channel_identities\":{\"whatsapp\":\"+15550100100\"}}");
    change("tenants/" + tenant + "/channels/slack/T" + tenant, "{}");
    assertThat(api.admin("POST /v1/admin/api-keys", "/v1/admin/api-keys", "POST", "{}").status())
        .isEqualTo(200);
    assertThat(api.register(REGISTRATION).status()).isEqualTo(200);
    assertThat(
            api.inbox(
                    "PUT {tenant_key}/settings",
                    tenant + "/settings",
                    TestGateway.EVERY_INBOX_TOKEN,
                    "{\"title\":\"T\",\"ttl\":\"1d\"}")
                .status())
        .isEqualTo(200);
  }

  private void change(String path, String body) throws Exception {
    String route =
        path.contains("/users/")
            ? "PUT /v1/admin/tenants/{tenant_id}/users/{user_id}"
            : path.contains("/channels/")
                ? "PUT /v1/admin/tenants/{tenant_id}/channels/{type}/{id}"
                : "PUT /v1/admin/tenants/{tenant_id}";
    ApiClient.Described answer = api.admin(route, "/v1/admin/" + path, "PUT", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private void spoil(String topic) {
    List<byte[]> values = gateway.log().values(topic);
    List<String> keys = gateway.log().keys(topic);
    assertThat(values).as(topic).isNotEmpty();
    for (int i = 0; i < RECORDS; i++) {
      int good = random.nextInt(values.size());
      append(topic, key(keys.get(good)), spoiled(values.get(good)));
    }
  }

  /** Mostly other keys than those in use. */
  private String key(String good) {
    return switch (random.nextInt(4)) {
      case 0 -> good.replaceAll("[0-9a-f]", "a");
      case 1 -> new String(spoiled(good.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
      case 2 -> good + random.nextInt(10);
      default -> "x" + good;
    };
  }

  private byte[] spoiled(byte[] good) {
    byte[] bytes = good.clone();
    switch (random.nextInt(4)) {
      case 0 -> random.nextBytes(bytes);
      case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length * 2));
      default -> {
        for (int i = random.nextInt(8); i >= 0 && bytes.length > 0; i--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
      }
    }
    return bytes;
  }

  private void append(String topic, @Nullable String key, byte[] value) {
    gateway
        .log()
        .append(
            new ProducerRecord<>(
                topic, 0, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value));
  }
}
