package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
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

  private void assertForeign(String what, String token, String org) throws Exception {
    ApiClient.Described answer = post(what, token, org);
    assertError(403, "FORBIDDEN", answer);
    assertThat(answer.body()).as(org).doesNotContain("acme").doesNotContain("globex");
  }

  private ApiClient.Described post(String what, String token, String org) throws Exception {
    String body = "{%s,\"user_id\":\"u\",\"thread_id\":\"t\",%s}".formatted(org, ROUTES.get(what));
    return api.postHistory(what, token, body);
  }

  private List<HistoryEvent> facts() {
    return gateway.log().values("history.events").stream()
        .map(value -> gateway.format().decode(HistoryEvent.class, value))
        .toList();
  }
}
