package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of every family that are refused: the answer says why, and nothing is appended. */
@OnSharedPipeline
final class RefusalsIT {

  private static final List<String> LOGS =
      List.of(
          "devices.batches",
          "devices.device-commands",
          "history.events",
          "inbox.settings-commands",
          "inbox.publish-commands",
          "inbox.publishes",
          "inbox.events",
          "tenants.commands",
          "tenants.webhooks",
          "tenants.conversation-events",
          "outreach.events",
          "outreach.replies");

  private static final String NO_JSON = "not even JSON";

  private final Bench bench;
  private final URI base;
  private long before;

  RefusalsIT(Bench bench) {
    this.bench = bench;
    this.base = bench.pipeline().http();
  }

  @BeforeEach
  void measureLogs() {
    before = lengths();
  }

  @AfterEach
  void requireNothingNew() {
    assertThat(lengths()).isEqualTo(before);
  }

  private long lengths() {
    return bench.topics().length(LOGS.toArray(String[]::new));
  }

  /** Credentials are asked for before the body is looked at. */
  @ParameterizedTest
  @CsvSource({
    "POST, /v1/devices/data, MISSING_API_KEY",
    "POST, /v1/devices/register, MISSING_API_KEY",
    "GET, /v1/admin/api-keys, MISSING_TOKEN",
    "PUT, /v1/admin/devices/24:6F:28:AE:52:7C, MISSING_TOKEN",
    "PUT, /v1/admin/tenants/refused, MISSING_TOKEN",
    "POST, /v1/history/messages, MISSING_TOKEN",
    "POST, /v1/history/threads, MISSING_TOKEN",
    "POST, /v1/history/feedback, MISSING_TOKEN",
    "POST, /v1/inbox/refused/DEFAULT/messages, MISSING_TOKEN",
    "PUT, /v1/inbox/refused/DEFAULT/users/ann/reads, MISSING_TOKEN",
    "PUT, /v1/inbox/refused/settings, MISSING_TOKEN",
    "POST, /v1/tenants/refused/conversations/c/messages, MISSING_TOKEN",
    "DELETE, /v1/tenants/refused/conversations/c, MISSING_TOKEN",
    "POST, /v1/outreach/conversations, MISSING_TOKEN"
  })
  void shouldAskForCredentialsBeforeAnythingElse(String method, String path, String code)
      throws IOException {
    refused(401, code, new Request(method, path, Map.of(), NO_JSON));
    boolean device = code.equals("MISSING_API_KEY");
    Map<String, String> wrong =
        device ? Map.of("X-API-Key", "0".repeat(64)) : Map.of("Authorization", "Bearer wrong");
    refused(
        401,
        device ? "INVALID_API_KEY" : "INVALID_TOKEN",
        new Request(method, path, wrong, NO_JSON));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST | /v1/devices/data | {} | MISSING_FIELD | readings
          POST | /v1/devices/data | {"readings":[{"batch_id":""}]} | | readings[0].batch_id
          POST | /v1/devices/data | {"readings":[{"batch_id":"b","hardware_id":"24:6f:28:ae:52:7c"}]} | INVALID_FORMAT | readings[0].hardware_id
          POST | /v1/devices/register | {} | MISSING_FIELD |
          PUT | /v1/admin/devices/24:6F:28:AE:52:7C | {"friendly_name":7} | INVALID_FORMAT | friendly_name
          POST | /v1/history/messages | {"org_id":"a#b"} | INVALID_FORMAT | org_id
          POST | /v1/history/messages | {"org_id":"o","user_id":"u","thread_id":"t","message_id":"m","role":"system","content":"c"} | INVALID_VALUE | role
          POST | /v1/history/messages | {"org_id":"o","user_id":"u","thread_id":"t","message_id":"m","role":"user","content":[{"a":1e126}]} | INVALID_VALUE | content[0].a
          POST | /v1/history/feedback | {"org_id":"o","user_id":"u","thread_id":"t","message_id":"m","verso":"sideways"} | INVALID_VALUE | verso
          POST | /v1/inbox/refused/DEFAULT/messages | {"message":{"title":"T","body":"B"}} | MISSING_FIELD | audiences
          POST | /v1/inbox/refused/DEFAULT/messages | {"audiences":{"kind":"users","label":"L","uids":["ann","a#b"]},"message":{"title":"T","body":"B"}} | INVALID_FORMAT | audiences.uids[1]
          PUT | /v1/inbox/refused/DEFAULT/users/ann/reads | {"until":1.5} | INVALID_FORMAT | until
          PUT | /v1/inbox/refused/settings | {"title":"T","ttl":30} | INVALID_FORMAT | ttl
          PUT | /v1/inbox/refused/DEFAULT/config | {"title":"T","description":"D","ttl":{"promo":"7d"}} | MISSING_FIELD | ttl.default
          POST | /v1/tenants/refused/conversations/c/messages | {"message_id":"m","role":"system","content":"x"} | | role
          POST | /v1/tenants/refused/conversations/c/messages | {"message_id":"a#b","role":"user","content":"x"} | | message_id
          POST | /v1/outreach/conversations | {} | MISSING_FIELD |
          POST | /v1/outreach/conversations/c%23p%23r%23%2B447700900123/updates | {"update_id":"u"} | |
          """)
  void shouldSayWhichFieldBreaksWhichRule(
      String method, String path, String body, String code, String field) throws IOException {
    Answer answer = send(new Request(method, path, credentials(path), body));

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).as(answer.body()).isNotBlank();
    assertThat(answer.json().path("rule").asText()).as(answer.body()).isNotBlank();
    if (code != null) {
      assertThat(answer.json().path("error").asText()).as(answer.body()).isEqualTo(code);
    }
    if (field != null) {
      assertThat(answer.json().path("field").asText()).as(answer.body()).isEqualTo(field);
    }
  }

  private Map<String, String> credentials(String path) throws IOException {
    Map<String, String> operator = Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);
    if (path.startsWith("/v1/admin/")) {
      return operator;
    }
    if (path.startsWith("/v1/devices/")) {
      JsonNode key = send(Request.post("/v1/admin/api-keys", operator, "{}")).json();
      return Map.of("X-API-Key", key.path("api_key").asText());
    }
    return Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
  }

  @Test
  void shouldRefuseWebhooksThatWereNotSignedSo() throws IOException {
    Request slack = SignedWebhooks.slack("{\"type\":\"event_callback\",\"text\":\"tampered\"}");
    refused(403, "FORBIDDEN", with(slack, slack.body().replace("tampered", "Tampered")));
    refused(403, "FORBIDDEN", without(slack, "X-Slack-Signature"));
    refused(404, "NOT_FOUND", at(slack, "/v1/channels/slack/unknown"));
    refused(404, "NOT_FOUND", at(slack, "/v1/channels/pigeon/main"));
    Request telegram = SignedWebhooks.telegram("{}");
    refused(401, "UNAUTHORIZED", without(telegram, "X-Telegram-Bot-Api-Secret-Token"));
    Request mail = SignedReplies.sendgrid(Map.of("text", "tampered"));
    refused(403, "FORBIDDEN", with(mail, mail.body().replace("tampered", "Tampered")));
    for (String body : List.of("", "{", "[]", "null", "{\"type\":7,\"type\":7}")) {
      refused(400, "INVALID_FORMAT", SignedWebhooks.slack(body));
    }
  }

  @Test
  void shouldKnowItsPathsMethodsAndLimits() throws IOException {
    Map<String, String> token = Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
    refused(404, "NOT_FOUND", new Request("GET", "/v1/no/such/path", Map.of(), ""));
    assertThat(bench.http().get(base.resolve("/v1/devices/data")).status()).isEqualTo(405);
    String large = "{\"padding\":\"" + "x".repeat(1024 * 1024) + "\"}";
    refused(413, "PAYLOAD_TOO_LARGE", Request.post("/v1/history/messages", token, large));
    assertThat(bench.http().get(base.resolve("/health/live")).status()).isEqualTo(200);
    assertThat(bench.http().get(base.resolve("/health/ready")).json().path("reasons")).isEmpty();
    assertThat(bench.http().get(base.resolve("/openapi.yaml")).body())
        .contains("openapi: 3.1", "/v1/devices/data");
  }

  private void refused(int status, String code, Request request) throws IOException {
    Answer answer = send(request);
    assertThat(answer.status()).as("%s: %s", request, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).as("%s", request).isEqualTo(code);
    assertThat(answer.json().path("message").asText()).isNotBlank();
    assertThat(answer.json().path("request_id").asText()).isNotBlank();
  }

  private Answer send(Request request) throws IOException {
    return bench
        .http()
        .send(
            request.method(),
            base.resolve(request.path()),
            request.headers(),
            BodyPublishers.ofString(request.body()));
  }

  private static Request with(Request request, String body) {
    return new Request(request.method(), request.path(), request.headers(), body);
  }

  private static Request at(Request request, String path) {
    return new Request(request.method(), path, request.headers(), request.body());
  }

  private static Request without(Request request, String name) {
    Map<String, String> headers = new HashMap<>(request.headers());
    headers.keySet().removeIf(name::equalsIgnoreCase);
    return new Request(request.method(), request.path(), headers, request.body());
  }
}
