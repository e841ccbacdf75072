package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertBroken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.Publication;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxSettingsTest {

  /** 12:00:00 on 1 March 2026. */
  private static final long NOW = 1_772_366_400L;

  private static final String TTL_RULE =
      "must be digits and d, m (minutes) or s, at most 32 characters, more than 0 and at most 720d";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAnswerWithTheItemsThatAreStored() throws Exception {
    assertThat(tenant("{\"title\":\"Acme Bank\",\"ttl\":\"30d\"}").body())
        .isEqualTo(
            "{\"kind\":\"TS\",\"title\":\"Acme Bank\",\"ttl\":\"30d\",\"tenant_key\":\"acme\","
                + "\"uid\":\"inbox-app\"}");
    ApiClient.Described config =
        inbox(
            "{\"title\":\"General\",\"description\":\"Default inbox\","
                + "\"ttl\":{\"default\":\"30d\",\"promo\":\"7d\"}}");
    assertThat(config.status()).isEqualTo(200);
    assertThat(config.body())
        .isEqualTo(
            "{\"kind\":\"IC\",\"title\":\"General\",\"description\":\"Default inbox\","
                + "\"ttl\":{\"default\":\"30d\",\"promo\":\"7d\"},\"tenant_key\":\"acme\","
                + "\"inbox_key\":\"DEFAULT\",\"uid\":\"inbox-app\"}");
  }

  @Test
  void shouldGiveEachMessageTheLifeThatIsInForceAtItsRequest() throws Exception {
    assertThat(expiry("DEFAULT", "promo")).isEqualTo(NOW + 2_592_000);

    tenant("{\"title\":\"T\",\"ttl\":\"10m\"}");
    assertThat(expiry("DEFAULT", "promo")).isEqualTo(NOW + 600);
    assertThat(expiry("other", null)).isEqualTo(NOW + 600);

    inbox("{\"title\":\"T\",\"description\":\"\",\"ttl\":{\"default\":\"3d\",\"promo\":\"90s\"}}");
    assertThat(expiry("DEFAULT", "promo")).isEqualTo(NOW + 90);
    assertThat(expiry("DEFAULT", "billing")).isEqualTo(NOW + 259_200);
    assertThat(expiry("DEFAULT", null)).isEqualTo(NOW + 259_200);
    assertThat(expiry("other", "promo")).isEqualTo(NOW + 600);

    inbox("{\"title\":\"T\",\"description\":\"\",\"ttl\":{\"default\":\"720d\"}}");
    assertThat(expiry("DEFAULT", "promo")).isEqualTo(NOW + 62_208_000);
    assertThat(keyedExpiry()).isEqualTo(NOW + 62_208_000);
  }

  @Test
  void shouldPublishNothingBySettingsThatAreTwoSecondsBehind() throws Exception {
    // Given
    assertThat(publish("DEFAULT", "").status()).isEqualTo(202);

    // When
    gateway.log().hold();
    assertThat(tenant("{\"title\":\"T\",\"ttl\":\"10m\"}").status()).isEqualTo(503);

    // Then
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> publish("DEFAULT", "").error().equals("UNAVAILABLE"));
    int published = gateway.log().values("inbox.publishes").size();
    assertThat(publish("DEFAULT", "", "Idempotency-Key", "inv-1").status()).isEqualTo(503);
    assertThat(publish("DEFAULT", "").status()).isEqualTo(503);
    assertThat(gateway.log().values("inbox.publishes")).hasSize(published);
    assertThat(gateway.log().values("inbox.publish-commands")).isEmpty();
  }

  @Test
  void shouldShowNoTenantTheSettingsOfAnother() throws Exception {
    api.inbox(
        "PUT {tenant_key}/settings",
        "umbrella/settings",
        TestGateway.UMBRELLA_TOKEN,
        "{\"title\":\"T\",\"ttl\":\"1s\"}");

    assertThat(expiry("DEFAULT", null)).isEqualTo(NOW + 2_592_000);
  }

  @Test
  void shouldAskForEveryMember() throws Exception {
    assertBroken(tenant("{\"ttl\":\"1d\"}"), "title", "is required");
    assertBroken(tenant("{\"title\":\"T\"}"), "ttl", "is required");
    assertBroken(
        inbox("{\"title\":\"T\",\"ttl\":{\"default\":\"1d\"}}"), "description", "is required");
    assertBroken(inbox("{\"title\":\"T\",\"description\":\"\"}"), "ttl", "is required");
    assertBroken(config("{}"), "ttl.default", "is required");
    assertBroken(config("{\"promo\":\"1d\"}"), "ttl.default", "is required");
    assertBroken(config("{\"default\":\"1d\",\"promo\":null}"), "ttl.promo", "is required");
    assertThat(gateway.log().values("inbox.settings-commands")).isEmpty();
  }

  @Test
  void shouldRefuseSettingsThatBreakTheirRules() throws Exception {
    String title = "\u00e9".repeat(512);
    assertThat(tenant("{\"title\":\"" + title + "\",\"ttl\":\"720d\"}").status()).isEqualTo(200);
    assertBroken(
        tenant("{\"title\":\"" + title + "x\",\"ttl\":\"1d\"}"),
        "title",
        "must have 1 to 1024 bytes of UTF-8");
    assertBroken(
        inbox(
            "{\"title\":\"T\",\"description\":\"%s\",\"ttl\":{\"default\":\"1d\"}}"
                .formatted("x".repeat(4097))),
        "description",
        "must have 0 to 4096 bytes of UTF-8");
    for (String ttl : List.of("1h", "0d", "721d", "", "30")) {
      assertBroken(tenant("{\"title\":\"T\",\"ttl\":\"" + ttl + "\"}"), "ttl", TTL_RULE);
      assertBroken(config("{\"default\":\"1d\",\"promo\":\"" + ttl + "\"}"), "ttl.promo", TTL_RULE);
    }
    assertBroken(
        config("{\"default\":\"1d\",\"*\":\"1d\"}"),
        "ttl.*",
        "as a name must be 1 to 128 printable ASCII characters without #, and not *");
    assertThat(config("{\"default\":\"1d\"," + categories(99) + "}").status()).isEqualTo(200);
    assertBroken(
        config("{\"default\":\"1d\"," + categories(100) + "}"), "ttl", "must hold at most 100");
  }

  private long expiry(String inbox, @Nullable String category) throws Exception {
    String taxonomy = category == null ? "" : ",\"taxonomy\":{\"category\":\"" + category + "\"}";
    String id = publish(inbox, taxonomy).json().path("id").asText();
    return gateway.log().values("inbox.publishes").stream()
        .map(value -> gateway.format().decode(InboxPublish.class, value))
        .filter(fact -> fact.getId().equals(id))
        .map(fact -> ((Publication) fact.getEvent()).getExpiredatS())
        .findFirst()
        .orElseThrow();
  }

  private long keyedExpiry() throws Exception {
    publish("DEFAULT", "", "Idempotency-Key", "k");
    byte[] command = gateway.log().values("inbox.publish-commands").get(0);
    return gateway
        .format()
        .decode(InboxPublishCommand.class, command)
        .getPublication()
        .getExpiredatS();
  }

  private ApiClient.Described publish(String inbox, String members, String... headers)
      throws Exception {
    return api.inbox(
        "POST {tenant_key}/{inbox_key}/messages",
        "acme/" + inbox + "/messages",
        TestGateway.INBOX_TOKEN,
        "{\"audiences\":{\"kind\":\"everyone\",\"label\":\"x\"},"
            + "\"message\":{\"title\":\"T\",\"body\":1}"
            + members
            + "}",
        headers);
  }

  private ApiClient.Described tenant(String body) throws Exception {
    return api.inbox("PUT {tenant_key}/settings", "acme/settings", TestGateway.INBOX_TOKEN, body);
  }

  private ApiClient.Described inbox(String body) throws Exception {
    return api.inbox(
        "PUT {tenant_key}/{inbox_key}/config",
        "acme/DEFAULT/config",
        TestGateway.INBOX_TOKEN,
        body);
  }

  private ApiClient.Described config(String ttl) throws Exception {
    return inbox("{\"title\":\"T\",\"description\":\"\",\"ttl\":" + ttl + "}");
  }

  private static String categories(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj("\"c%d\":\"1d\""::formatted)
        .collect(Collectors.joining(","));
  }
}
