package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the routes refuse, and how they say so; nothing of it reaches a log. */
@OnSharedPipeline
final class TenantsRefusalsIT {

  private static final List<String> LOGS =
      List.of(TenantsFacts.COMMANDS, TenantsFacts.WEBHOOKS, TenantsFacts.EVENTS);

  private final Bench bench;
  private final TenantsApi api;
  private long before;

  TenantsRefusalsIT(Bench bench) {
    this.bench = bench;
    this.api = new TenantsApi(bench.http(), bench.pipeline().http());
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
    return LOGS.stream().mapToLong(bench.topics()::length).sum();
  }

  @Test
  void shouldRefuseWhatIsNotSignedByTheAccountsProvider() throws Exception {
    Request slack = TenantsSamples.slack("T0REFUSED", "Ev1", "C01", "tampered");
    refused(403, "FORBIDDEN", with(slack, slack.body().replace("tampered", "Tampered")));
    refused(403, "FORBIDDEN", without(slack, "X-Slack-Signature"));
    refused(403, "FORBIDDEN", header(slack, "X-Slack-Request-Timestamp", "1767225600"));
    Request telegram = TenantsSamples.telegram(1, 1, "x");
    refused(401, "UNAUTHORIZED", without(telegram, "X-Telegram-Bot-Api-Secret-Token"));
    refused(401, "UNAUTHORIZED", header(telegram, "X-Telegram-Bot-Api-Secret-Token", "wrong"));
    Request generic = TenantsSamples.generic("msg_1", "c", "x");
    refused(403, "FORBIDDEN", with(generic, generic.body() + " "));
    refused(403, "FORBIDDEN", header(generic, "webhook-id", "msg_2"));
    Request meta = SignedWebhooks.meta("{\"object\":\"whatsapp_business_account\",\"entry\":[]}");
    refused(403, "FORBIDDEN", with(meta, meta.body() + " "));
    refused(404, "NOT_FOUND", at(slack, "/v1/channels/slack/unknown"));
    refused(404, "NOT_FOUND", at(slack, "/v1/channels/pigeon/main"));
  }

  @Test
  void shouldSayWhatIsWrongWithSignedBodies() throws Exception {
    for (String body : List.of("", "{", "[]", "null", "{\"type\":7,\"type\":7}")) {
      Answer answer = api.send(SignedWebhooks.slack(body));
      assertThat(answer.status()).as("%s: %s", body, answer.body()).isEqualTo(400);
      assertThat(answer.json().path("error").asText()).isEqualTo("INVALID_FORMAT");
      assertThat(answer.json().path("message").asText()).isNotBlank();
    }
    Request good = TenantsSamples.slack("T0REFUSED", "Ev1", "C01", "x");
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "jason")) {
      Answer answer = api.send(header(good, "Content-Type", type));
      assertThat(answer.status()).as(type).isEqualTo(400);
      assertThat(answer.json().path("field").asText()).isEqualTo("Content-Type");
    }
    assertThat(api.send(without(good, "Content-Type")).status()).isEqualTo(400);
  }

  @Test
  void shouldRefuseWrongRepliesAndClears() throws Exception {
    field("message_id", TenantsSamples.message("", "user", "x"));
    field("message_id", TenantsSamples.message("a#b", "user", "x"));
    field("role", TenantsSamples.message("m", "system", "x"));
    field("content", TenantsSamples.message("m", "user", ""));
    field("content", TenantsSamples.message("m", "user", "x".repeat(262_145)));
    field("content", "{\"message_id\":\"m\",\"role\":\"user\"}");
    field("role", "{\"message_id\":\"m\",\"content\":\"x\"}");
    Request post = TenantsApi.post("refusals", "c", TenantsSamples.message("m", "user", "x"));
    refused(401, "MISSING_TOKEN", without(post, "Authorization"));
    refused(401, "INVALID_TOKEN", header(post, "Authorization", "Bearer wrong"));
    refused(401, "MISSING_TOKEN", without(TenantsApi.clear("refusals", "c"), "Authorization"));
    refused(401, "MISSING_TOKEN", without(TenantsApi.delete("refusals", ""), "Authorization"));
    refused(
        401,
        "INVALID_TOKEN",
        header(
            TenantsApi.delete("refusals", ""),
            "Authorization",
            Objects.requireNonNull(TenantsApi.ASSISTANT.get("Authorization"))));
  }

  private void field(String field, String body) throws IOException {
    Answer answer = api.send(TenantsApi.post("refusals", "c", body));
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo(field);
  }

  private void refused(int status, String code, Request request) throws IOException {
    Answer answer = api.send(request);
    assertThat(answer.status()).as("%s: %s", request, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).isEqualTo(code);
  }

  private static Request with(Request request, String body) {
    return new Request(request.method(), request.path(), request.headers(), body);
  }

  private static Request at(Request request, String path) {
    return new Request(request.method(), path, request.headers(), request.body());
  }

  private static Request header(Request request, String name, String value) {
    Map<String, String> headers = new HashMap<>(request.headers());
    headers.put(name, value);
    return new Request(request.method(), request.path(), headers, request.body());
  }

  private static Request without(Request request, String name) {
    Map<String, String> headers = new HashMap<>(request.headers());
    headers.remove(name);
    return new Request(request.method(), request.path(), headers, request.body());
  }
}
