package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.ServiceTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of the family, as publishers and users' applications call them. */
final class InboxApi {

  private static final String ID = "[0-9A-Z]{17}";

  private final HttpProbe http;
  private final Supplier<URI> gateways;
  private final Map<String, String> headers;

  /** Calls one gateway with the token that may do everything, whose name is {@code all}. */
  InboxApi(HttpProbe http, URI gateway) {
    this(http, () -> gateway, ServiceTokens.ALL);
  }

  /**
   * Calls any gateways.
   *
   * @param gateways says which gets the next request
   */
  InboxApi(HttpProbe http, Supplier<URI> gateways, String token) {
    this.http = http;
    this.gateways = gateways;
    this.headers = Map.of("Authorization", "Bearer " + token);
  }

  /** Publishes anything. */
  Answer publish(Inbox inbox, String body) throws IOException {
    return send("POST", inbox.messages(), body, Map.of());
  }

  /** Publishes anything under an Idempotency-Key. */
  Answer publish(Inbox inbox, String key, String body) throws IOException {
    return send("POST", inbox.messages(), body, Map.of("Idempotency-Key", key));
  }

  /**
   * Publishes to users, which must be accepted.
   *
   * @param members JSON members without braces, beside {@code audiences}
   * @return the message's id
   */
  String toUsers(Inbox inbox, List<String> uids, String members) throws IOException {
    return accepted(publish(inbox, InboxSamples.toUsers(uids, members)), uids.size());
  }

  /** Publishes to everyone, likewise. */
  String toEveryone(Inbox inbox, String members) throws IOException {
    return accepted(publish(inbox, InboxSamples.toEveryone(members)), null);
  }

  /** A publish's answer must be a 202 of exactly an id and how many get it; gives the id. */
  static String accepted(Answer answer, @Nullable Integer recipients) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    String id = answer.json().path("id").asText();
    assertThat(id).matches(ID);
    assertThat(answer.json())
        .isEqualTo(Answer.parse("{\"id\":\"%s\",\"recipients\":%s}".formatted(id, recipients)));
    return id;
  }

  /** Says anything about what a user has read. */
  Answer reads(Inbox inbox, String uid, String body) throws IOException {
    return send("PUT", inbox.reads(uid), body, Map.of());
  }

  /** Says which messages a user has read, which must be accepted. */
  void read(Inbox inbox, String uid, String... ids) throws IOException {
    String list =
        Arrays.stream(ids).map(id -> '"' + id + '"').collect(Collectors.joining(",", "[", "]"));
    Answer answer = reads(inbox, uid, "{\"messages\":" + list + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    String distinct =
        Arrays.stream(ids)
            .distinct()
            .map(id -> '"' + id + '"')
            .collect(Collectors.joining(",", "{\"messages\":[", "]}"));
    assertThat(answer.json()).isEqualTo(Answer.parse(distinct));
  }

  /** Says until when a user has read everything, likewise; in epoch seconds. */
  void readUntil(Inbox inbox, String uid, long until) throws IOException {
    Answer answer = reads(inbox, uid, "{\"until\":" + until + "}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.json()).isEqualTo(Answer.parse("{\"until\":" + until + "}"));
  }

  /** Takes a message back, which must be accepted. */
  void redact(Inbox inbox, String id) throws IOException {
    Answer answer = send("DELETE", inbox.message(id), "", Map.of());
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.json()).isEqualTo(Answer.parse("{\"id\":\"%s\"}".formatted(id)));
  }

  /** Puts a tenant's settings, which must be accepted, and gives the answer's item. */
  JsonNode settings(Inbox inbox, String body) throws IOException {
    return item(send("PUT", inbox.settings(), body, Map.of()));
  }

  /** Puts an inbox's settings, likewise. */
  JsonNode config(Inbox inbox, String body) throws IOException {
    return item(send("PUT", inbox.config(), body, Map.of()));
  }

  /** Any request to any route. */
  Answer send(String method, String route, String body, Map<String, String> more)
      throws IOException {
    Map<String, String> all = new HashMap<>(headers);
    all.putAll(more);
    return http.send(method, gateways.get().resolve(route), all, BodyPublishers.ofString(body));
  }

  private static JsonNode item(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }
}
