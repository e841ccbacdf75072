package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.TokenFile;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HistoryAccessTest {

  /** What each route asks for beside the ids of the thread. */
  private static final Map<String, String> ROUTES =
      Map.of(
          "messages", "\"message_id\":\"m\",\"role\":\"user\",\"content\":\"x\"",
          "threads", "\"title\":\"x\"",
          "feedback", "\"message_id\":\"m\",\"verso\":\"up\"");

  private static final String ACME = "\"org_id\":\"acme\"";
  private static final String GLOBEX_EU = "\"org_id\":\"globex\",\"tenant_id\":\"eu\"";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldDecideWhoItIsBeforeLookingAtTheBody() throws Exception {
    for (String what : ROUTES.keySet()) {
      assertError(401, "MISSING_TOKEN", without(what));
      assertError(401, "UNAUTHORIZED", withHeader(what, "Basic ZmFrZQ=="));
      assertError(401, "UNAUTHORIZED", withHeader(what, "Bearer"));
      assertError(401, "INVALID_TOKEN", api.postHistory(what, "fake-unknown", "not json"));
      assertError(401, "UNAUTHORIZED", api.postHistory(what, "", "not json"));
      assertError(401, "INVALID_TOKEN", api.postHistory(what, TestGateway.ADMIN_TOKEN, "not json"));
      assertError(403, "FORBIDDEN", api.postHistory(what, TestGateway.INBOX_TOKEN, "not json"));
    }
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldLetNoTokenWriteForAnotherOrgOrTenant() throws Exception {
    for (String what : ROUTES.keySet()) {
      for (String foreign :
          List.of(
              GLOBEX_EU,
              "\"org_id\":\"globex\"",
              "\"org_id\":\"acme\",\"tenant_id\":\"eu\"",
              "\"org_id\":\"ACME\"",
              "\"org_id\":\"acme \"",
              "\"org_id\":\"*\"")) {
        assertForeign(what, TestGateway.ACME_TOKEN, foreign);
      }
      for (String foreign :
          List.of(
              ACME,
              "\"org_id\":\"globex\"",
              "\"org_id\":\"globex/eu\"",
              "\"org_id\":\"globex\",\"tenant_id\":null",
              "\"org_id\":\"globex\",\"tenant_id\":\"us\"",
              "\"org_id\":\"globex\",\"tenant_id\":\"eu/x\"",
              "\"org_id\":\"globex\",\"tenant_id\":\"*\"",
              "\"org_id\":\"acme\",\"tenant_id\":\"eu\"")) {
        assertForeign(what, TestGateway.GLOBEX_TOKEN, foreign);
      }
    }
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldLetEachTokenWriteForItsOwn() throws Exception {
    for (String what : ROUTES.keySet()) {
      assertTaken(what, TestGateway.ACME_TOKEN, ACME);
      assertTaken(what, TestGateway.ACME_TOKEN, ACME + ",\"tenant_id\":null");
      assertTaken(what, TestGateway.GLOBEX_TOKEN, GLOBEX_EU);
      assertTaken(what, TestGateway.HISTORY_TOKEN, ACME);
      assertTaken(what, TestGateway.HISTORY_TOKEN, GLOBEX_EU);
      assertTaken(what, TestGateway.HISTORY_TOKEN, "\"org_id\":\"a/b\",\"tenant_id\":\"c/d\"");
    }
    assertThat(facts()).hasSize(18);
    assertThat(facts())
        .extracting(fact -> fact.getEnvelope().getCaller())
        .containsOnly("acme-app", "globex-app", "every-app");
  }

  @Test
  void shouldGoByTheFileAsItIsNow() throws Exception {
    // Given: another token under the same name, and one with fewer grants
    TokenFile.write(
        gateway.tokenFile(),
        TokenFile.entry("acme-app", TestGateway.ACME_TOKEN, "history:acme"),
        TokenFile.entry("acme-app", "fake-acme-next", "history:acme"),
        TokenFile.entry("globex-app", TestGateway.GLOBEX_TOKEN));

    // When, Then: both of the name count, with the name as caller
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> post("threads", "fake-acme-next", ACME).status() == 202);
    assertThat(post("threads", TestGateway.ACME_TOKEN, ACME).status()).isEqualTo(202);
    assertError(403, "FORBIDDEN", post("threads", TestGateway.GLOBEX_TOKEN, GLOBEX_EU));
    assertError(401, "INVALID_TOKEN", post("threads", TestGateway.HISTORY_TOKEN, ACME));
    assertThat(facts()).extracting(fact -> fact.getEnvelope().getCaller()).containsOnly("acme-app");

    // When, Then: the first of the name goes
    TokenFile.write(
        gateway.tokenFile(), TokenFile.entry("acme-app", "fake-acme-next", "history:acme"));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> post("threads", TestGateway.ACME_TOKEN, ACME).status() == 401);
    assertThat(post("threads", "fake-acme-next", ACME).status()).isEqualTo(202);
  }

  @Test
  void shouldKeepTheTokensOfAFileThatIsGone() throws Exception {
    Files.delete(gateway.tokenFile());

    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofMinutes(1))
        .until(() -> post("threads", TestGateway.ACME_TOKEN, ACME).status() == 202);
  }

  private void assertTaken(String what, String token, String org) throws Exception {
    assertThat(post(what, token, org).status()).as("%s %s", what, org).isEqualTo(202);
  }

  private void assertForeign(String what, String token, String org) throws Exception {
    ApiClient.Described answer = post(what, token, org);
    assertError(403, "FORBIDDEN", answer);
    assertThat(answer.body()).as(org).doesNotContain("acme").doesNotContain("globex");
  }

  private ApiClient.Described post(String what, String token, String org) throws Exception {
    String body = "{%s,\"user_id\":\"u\",\"thread_id\":\"t\",%s}".formatted(org, ROUTES.get(what));
    return api.postHistory(what, token, body);
  }

  private ApiClient.Described without(String what) throws Exception {
    return api.send(
        "POST /v1/history/" + what,
        api.request("/v1/history/" + what).POST(BodyPublishers.ofString("not json")).build());
  }

  private ApiClient.Described withHeader(String what, String authorization) throws Exception {
    return api.send(
        "POST /v1/history/" + what,
        api.request("/v1/history/" + what)
            .header("Authorization", authorization)
            .POST(BodyPublishers.ofString("not json"))
            .build());
  }

  private List<HistoryEvent> facts() {
    return gateway.log().values("history.events").stream()
        .map(value -> gateway.framing().decode(HistoryEvent.class, value))
        .toList();
  }
}
