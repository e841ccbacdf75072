package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.Map;

/** The routes of the family, as operators, assistants and providers call them. */
final class TenantsApi {

  static final Map<String, String> OPERATOR =
      Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);
  static final Map<String, String> ASSISTANT =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL);

  private final HttpProbe http;
  private final URI gateway;

  TenantsApi(HttpProbe http, URI gateway) {
    this.http = http;
    this.gateway = gateway;
  }

  /** An operator's PUT. */
  static Request put(String tenant, String rest, String body) {
    return new Request("PUT", "/v1/admin/tenants/" + tenant + rest, OPERATOR, body);
  }

  /** An operator's DELETE. */
  static Request delete(String tenant, String rest) {
    return new Request("DELETE", "/v1/admin/tenants/" + tenant + rest, OPERATOR, "");
  }

  /** A message that an assistant posts. */
  static Request post(String tenant, String conversation, String body) {
    return Request.post(path(tenant, conversation) + "/messages", ASSISTANT, body);
  }

  /** A clear. */
  static Request clear(String tenant, String conversation) {
    return new Request("DELETE", path(tenant, conversation), ASSISTANT, "");
  }

  /** A clear that has its effect once, however often it is sent. */
  static Request clear(String tenant, String conversation, String key) {
    Map<String, String> headers = new HashMap<>(ASSISTANT);
    headers.put("Idempotency-Key", key);
    return new Request("DELETE", path(tenant, conversation), headers, "");
  }

  /** Sends it once. */
  Answer send(Request request) throws IOException {
    return http.send(
        request.method(),
        gateway.resolve(request.path()),
        request.headers(),
        BodyPublishers.ofString(request.body()));
  }

  /** Sends what must be answered so; gives the body. */
  String expect(int status, Request request) throws IOException {
    Answer answer = send(request);
    assertThat(answer.status()).as("%s: %s", request, answer.body()).isEqualTo(status);
    return answer.body();
  }

  /** Makes a tenant, active and with those settings, or changes it. */
  JsonNode tenant(String tenant, String settings) throws IOException {
    return Answer.parse(expect(200, put(tenant, "", TenantsSamples.tenant("active", settings))));
  }

  /** Claims a channel. */
  JsonNode claim(String tenant, String type, String id) throws IOException {
    return Answer.parse(expect(200, put(tenant, "/channels/" + type + "/" + id, "{}")));
  }

  /** Posts a message, which must be accepted. */
  void say(String tenant, String conversation, String id, String role, String content)
      throws IOException {
    String body =
        expect(202, post(tenant, conversation, TenantsSamples.message(id, role, content)));
    assertThat(Answer.parse(body)).isEqualTo(Answer.parse("{\"message_id\":\"" + id + "\"}"));
  }

  /** Clears a conversation, which must be accepted. */
  void forget(String tenant, String conversation) throws IOException {
    String body = expect(202, clear(tenant, conversation));
    assertThat(Answer.parse(body))
        .isEqualTo(Answer.parse("{\"conversation_id\":\"" + conversation + "\"}"));
  }

  /** A webhook that must be taken. */
  String deliver(Request webhook) throws IOException {
    return expect(200, webhook);
  }

  private static String path(String tenant, String conversation) {
    return "/v1/tenants/" + tenant + "/conversations/" + conversation;
  }
}
