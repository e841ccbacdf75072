package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxAccessTest {

  private static final String ID = "07AEH01P4K9ZQ2M7X";

  /** Each route with a body that it takes. */
  private static final List<Sample> ROUTES =
      List.of(
          new Sample(
              "POST {tenant_key}/{inbox_key}/messages",
              "{\"audiences\":{\"kind\":\"everyone\",\"label\":\"x\"},"
                  + "\"message\":{\"title\":\"T\",\"body\":1}}"),
          new Sample("DELETE {tenant_key}/{inbox_key}/messages/{id}", ""),
          new Sample(
              "PUT {tenant_key}/{inbox_key}/users/{uid}/reads", "{\"messages\":[\"" + ID + "\"]}"),
          new Sample("PUT {tenant_key}/settings", "{\"title\":\"T\",\"ttl\":\"1d\"}"),
          new Sample(
              "PUT {tenant_key}/{inbox_key}/config",
              "{\"title\":\"T\",\"description\":\"\",\"ttl\":{\"default\":\"1d\"}}"));

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  private record Sample(String route, String body) {

    String path(String tenant) {
      return route
          .substring(route.indexOf(' ') + 1)
          .replace("{tenant_key}", tenant)
          .replace("{inbox_key}", "DEFAULT")
          .replace("{uid}", "u1")
          .replace("{id}", ID);
    }
  }

  @Test
  void shouldLetNoTokenActForAnotherTenant() throws Exception {
    for (Sample sample : ROUTES) {
      for (String tenant : List.of("umbrella", "ACME", "acme%20", "acme%2Feu", "*", "a%23b")) {
        ApiClient.Described answer = send(sample, tenant, TestGateway.INBOX_TOKEN);
        assertError(403, "FORBIDDEN", answer);
        assertThat(answer.body()).doesNotContain("umbrella").doesNotContain("acme");
      }
      assertError(403, "FORBIDDEN", send(sample, "acme", TestGateway.UMBRELLA_TOKEN));
    }
    assertThat(appended()).isZero();
  }

  @Test
  void shouldLetEachTokenActForItsOwn() throws Exception {
    for (Sample sample : ROUTES) {
      assertThat(send(sample, "acme", TestGateway.INBOX_TOKEN).status()).isBetween(200, 202);
      assertThat(send(sample, "umbrella", TestGateway.UMBRELLA_TOKEN).status()).isBetween(200, 202);
      assertThat(send(sample, "acme", TestGateway.EVERY_INBOX_TOKEN).status()).isBetween(200, 202);
      assertThat(send(sample, "a%2Fb%2A", TestGateway.EVERY_INBOX_TOKEN).status())
          .isBetween(200, 202);
    }
    assertThat(appended()).isEqualTo(20);
  }

  @Test
  void shouldRefuseAnotherTenantWithoutWaitingForTheBody() throws Exception {
    try (RawConnection connection = new RawConnection(gateway.port())) {
      connection.send(
          "PUT /v1/inbox/umbrella/settings HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n"
              + "Authorization: Bearer "
              + TestGateway.INBOX_TOKEN
              + "\r\n\r\n");

      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 403 ");
    }
  }

  private ApiClient.Described send(Sample sample, String tenant, String token) throws Exception {
    return api.inbox(sample.route(), sample.path(tenant), token, sample.body());
  }

  private int appended() {
    return Stream.of(
            "inbox.publishes", "inbox.publish-commands", "inbox.events", "inbox.settings-commands")
        .mapToInt(topic -> gateway.log().values(topic).size())
        .sum();
  }
}
