package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertBroken;
import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TenantsAdminTest {

  private static final String TENANT = "/v1/admin/tenants/{tenant_id}";
  private static final String USER = TENANT + "/users/{user_id}";
  private static final String CHANNEL = TENANT + "/channels/{type}/{id}";
  private static final String ACME = tenant("{}");
  private static final String ADA =
      "{\"email\":\"ada@acme.example\",\"display_name\":\"Ada\",\"role\":\"admin\","
          + "\"channel_identities\":{\"teams\":\"aad-id\",\"slack\":\"U12345\"}}";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAnswerWithTheTenantThatIsStored() throws Exception {
    ApiClient.Described made =
        put(
            TENANT,
            "acme",
            "{ \"name\": \"Acme\", \"status\": \"onboarding\", \"settings\": { \"ai_provider\":"
                + " \"bedrock\", \"x\": [1.50, null, {\"\": 1e400}], \"y\": \"\\u00e9\" } }");

    assertThat(made.status()).as(made.body()).isEqualTo(200);
    String settings = "{\"ai_provider\":\"bedrock\",\"x\":[1.50,null,{\"\":1E+400}],\"y\":\"é\"}";
    assertThat(made.body())
        .isEqualTo(
            "{\"tenant_id\":\"acme\",\"name\":\"Acme\",\"status\":\"onboarding\","
                + "\"created_at\":\"2026-03-01T12:00:00Z\",\"settings\":"
                + settings
                + "}");
    assertThat(((TenantPut) commands().get(0).getChange()).getSettingsJson()).isEqualTo(settings);
    assertThat(commands().get(0).getEnvelope().getCaller()).isEqualTo("admin");
  }

  @Test
  void shouldAnswerWithTheUserThatIsStored() throws Exception {
    put(TENANT, "acme", ACME);

    assertThat(put(USER, "acme/users/ada", ADA).body())
        .isEqualTo(
            "{\"user_id\":\"ada\",\"email\":\"ada@acme.example\",\"display_name\":\"Ada\","
                + "\"role\":\"admin\","
                + "\"channel_identities\":{\"teams\":\"aad-id\",\"slack\":\"U12345\"}}");
    ApiClient.Described whole =
        put(
            USER,
            "acme/users/bob",
            "{\"email\":\"b@x\",\"display_name\":\"Bob 😀\",\"role\":\"member\","
                + "\"channel_identities\":{},\"preferences\":{\"tone\":\"dry\"},"
                + "\"custom_properties\":[1,\"a\"],\"memory_summary\":\"likes tea\","
                + "\"memory_updated_at\":\"2026-02-21T14:30:00.123456+00:00\"}");
    assertThat(whole.body())
        .isEqualTo(
            "{\"user_id\":\"bob\",\"email\":\"b@x\",\"display_name\":\"Bob 😀\",\"role\":\"member\","
                + "\"channel_identities\":{},\"preferences\":{\"tone\":\"dry\"},"
                + "\"custom_properties\":[1,\"a\"],\"memory_summary\":\"likes tea\","
                + "\"memory_updated_at\":\"2026-02-21T14:30:00.123456+00:00\"}");
  }

  @Test
  void shouldLetTheFirstClaimOfAChannelWinUntilItIsGivenBack() throws Exception {
    put(TENANT, "acme", ACME);
    put(TENANT, "umbrella", ACME);

    assertThat(put(CHANNEL, "acme/channels/slack/T1", "{}").body())
        .isEqualTo("{\"tenant_id\":\"acme\",\"channel_type\":\"slack\",\"channel_id\":\"T1\"}");
    assertThat(put(CHANNEL, "acme/channels/slack/T1", "").status()).isEqualTo(200);
    assertError(409, "CHANNEL_CLAIMED", put(CHANNEL, "umbrella/channels/slack/T1", "{}"));
    assertError(404, "CHANNEL_NOT_FOUND", delete(CHANNEL, "umbrella/channels/slack/T1"));
    assertThat(delete(CHANNEL, "acme/channels/slack/T1").status()).isEqualTo(204);
    assertThat(put(CHANNEL, "umbrella/channels/slack/T1", "{}").status()).isEqualTo(200);
    assertThat(delete(TENANT, "umbrella").status()).isEqualTo(204);
    assertThat(put(CHANNEL, "acme/channels/slack/T1", "{}").status()).isEqualTo(200);
  }

  @Test
  void shouldNameMissingPaths() throws Exception {
    assertError(404, "TENANT_NOT_FOUND", delete(TENANT, "acme"));
    assertError(404, "TENANT_NOT_FOUND", put(USER, "acme/users/ada", ADA));
    assertError(404, "TENANT_NOT_FOUND", put(CHANNEL, "acme/channels/slack/T1", "{}"));
    put(TENANT, "acme", ACME);
    assertError(404, "USER_NOT_FOUND", delete(USER, "acme/users/ada"));
    assertError(404, "CHANNEL_NOT_FOUND", delete(CHANNEL, "acme/channels/slack/T1"));
    put(USER, "acme/users/ada", ADA);
    ApiClient.Described gone = delete(USER, "acme/users/ada");
    assertThat(gone.status()).isEqualTo(204);
    assertThat(gone.body()).isEmpty();
    assertError(404, "USER_NOT_FOUND", delete(USER, "acme/users/ada"));
  }

  @Test
  void shouldRefuseTenantsThatBreakTheRules() throws Exception {
    assertTenantBroken("{}", "name", "is required");
    assertTenantBroken("{\"name\":\"A\",\"settings\":{}}", "status", "is required");
    assertTenantBroken("{\"name\":\"A\",\"status\":\"active\"}", "settings", "is required");
    assertTenantBroken(
        "{\"name\":\"A\",\"status\":\"Active\",\"settings\":{}}",
        "status",
        "must be active, suspended or onboarding");
    assertTenantBroken(
        "{\"name\":\"\",\"status\":\"active\",\"settings\":{}}",
        "name",
        "must have 1 to 256 characters");
    assertTenantBroken(tenant("[]"), "settings", "must be an object");
    assertThat(put(TENANT, "acme", tenant(json(65_536))).status()).isEqualTo(200);
    assertTenantBroken(
        tenant(json(65_537)),
        "settings",
        "must have at most 65536 bytes as JSON without white space");
    assertBroken(
        put(TENANT, "a%23b", ACME),
        "tenant_id",
        "must be 1 to 128 printable ASCII characters without # and *");
    assertThat(commands()).hasSize(1);
  }

  @Test
  void shouldRefuseUsersThatBreakTheRules() throws Exception {
    put(TENANT, "acme", ACME);
    for (String member : List.of("email", "display_name", "role", "channel_identities")) {
      assertUserBroken(ADA.replace('"' + member + '"', "\"x\""), member, "is required");
    }
    assertUserBroken(ADA.replace("\"admin\"", "\"owner\""), "role", "must be admin or member");
    assertUserBroken(
        ADA.replace("\"U12345\"", "7"), "channel_identities.slack", "must be a string");
    assertUserBroken(
        with("\"memory_updated_at\":\"yesterday\""),
        "memory_updated_at",
        "must be a date and time of ISO 8601, such as 2026-02-21T14:30:00Z");
    assertUserBroken(
        with("\"preferences\":" + json(65_537)),
        "preferences",
        "must have at most 65536 bytes as JSON without white space");
    assertUserBroken(
        with("\"channel_identities\":{" + identities(101) + "}"),
        "channel_identities",
        "must hold at most 100");
    assertThat(put(USER, "acme/users/ada", with("\"preferences\":null")).body())
        .doesNotContain("preferences");
    assertThat(commands()).hasSize(2);
  }

  @Test
  void shouldRefuseChannelsThatBreakTheRules() throws Exception {
    put(TENANT, "acme", ACME);
    assertChannelBroken("Slack/T1", "type", "must be 1 to 32 characters a-z, 0-9, _ and -");
    assertChannelBroken(
        "slack/T%231", "id", "must be 1 to 128 printable ASCII characters without #");
    assertBroken(put(CHANNEL, "acme/channels/slack/T1", "[]"), "body", "must be a JSON object");
    assertChannelBroken("teams/28:", "id", "must be 1 to 128 printable ASCII characters without #");
    assertChannelBroken(
        "generic/shop:eu", "id", "must be 1 to 128 printable ASCII characters without # and :");
    assertThat(commands()).hasSize(1);
  }

  /** What is in a command is in a topic for ever, and a release is as much one as a claim. */
  @Test
  void shouldTakeOfABotNothingButItsTokensHash() throws Exception {
    put(TENANT, "acme", ACME);
    for (String id : List.of("123456:ABC-DEF1234ghIkl", "731FA294D036E54F", "731fa294d036e54")) {
      String path = "acme/channels/telegram/" + id;
      for (ApiClient.Described answer : List.of(put(CHANNEL, path, ""), delete(CHANNEL, path))) {
        assertBroken(
            answer,
            "id",
            "must be the token's hash, the first 16 hex digits of its SHA-256 in lower case");
        assertThat(answer.body()).doesNotContain(id);
      }
    }
    assertThat(commands()).hasSize(1);

    assertThat(put(CHANNEL, "acme/channels/telegram/731fa294d036e54f", "{}").status())
        .isEqualTo(200);
  }

  @Test
  void shouldNameTheTypeThatAProvidersChannelsHave() throws Exception {
    put(TENANT, "acme", ACME);
    for (String provider : List.of("whapi", "meta")) {
      assertChannelBroken(
          provider + "/106540352242922",
          "type",
          "must be whatsapp, which is the type of " + provider + "'s channels");
    }
    assertThat(commands()).hasSize(1);

    assertThat(put(CHANNEL, "acme/channels/whatsapp/106540352242922", "{}").status())
        .isEqualTo(200);
    assertThat(put(CHANNEL, "acme/channels/pager/p-1", "{}").status()).isEqualTo(200);
  }

  /** Its claim would bring nothing, and look as if it could. */
  @Test
  void shouldNotClaimIdsOfOtherProviders() throws Exception {
    put(TENANT, "acme", ACME);
    for (String type :
        List.of("sms", "email", "twilio-whatsapp", "twilio-sms", "sendgrid", "ses")) {
      assertChannelBroken(
          type + "/+447700900999",
          "type",
          "must be a type of channels whose messages tenants receive");
    }
    assertThat(commands()).hasSize(1);

    // Somebody may have claimed it when it was a type like any other
    assertError(404, "CHANNEL_NOT_FOUND", delete(CHANNEL, "acme/channels/sms/+447700900999"));
    assertThat(put(CHANNEL, "acme/channels/whatsapp/+447700900999", "{}").status()).isEqualTo(200);
  }

  private ApiClient.Described put(String route, String path, String body) throws Exception {
    return api.admin("PUT " + route, "/v1/admin/tenants/" + path, "PUT", body);
  }

  private ApiClient.Described delete(String route, String path) throws Exception {
    return api.admin("DELETE " + route, "/v1/admin/tenants/" + path, "DELETE", "");
  }

  private void assertTenantBroken(String body, String field, String rule) throws Exception {
    assertBroken(put(TENANT, "acme", body), field, rule);
  }

  private void assertUserBroken(String body, String field, String rule) throws Exception {
    assertBroken(put(USER, "acme/users/ada", body), field, rule);
  }

  private void assertChannelBroken(String typeAndId, String field, String rule) throws Exception {
    assertBroken(put(CHANNEL, "acme/channels/" + typeAndId, "{}"), field, rule);
  }

  private List<TenantsCommand> commands() {
    return gateway.log().values("tenants.commands").stream()
        .map(value -> gateway.format().decode(TenantsCommand.class, value))
        .toList();
  }

  private static String tenant(String settings) {
    return "{\"name\":\"Acme\",\"status\":\"active\",\"settings\":" + settings + "}";
  }

  /** Ada with that member; a member that she has already is replaced. */
  private static String with(String members) {
    String ada =
        members.startsWith("\"channel_identities\"")
            ? ADA.substring(0, ADA.indexOf(",\"channel_identities\"")) + "}"
            : ADA;
    return ada.substring(0, ada.length() - 1) + "," + members + "}";
  }

  /** An object of so many bytes. */
  private static String json(int bytes) {
    return "{\"a\":\"" + "x".repeat(bytes - 8) + "\"}";
  }

  private static String identities(int count) {
    return IntStream.range(0, count)
        .mapToObj("\"c%d\":\"x\""::formatted)
        .collect(Collectors.joining(","));
  }
}
