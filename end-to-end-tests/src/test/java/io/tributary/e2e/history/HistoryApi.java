package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.ServiceTokens;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** The routes of the family, as an application calls them. */
final class HistoryApi {

  static final String MESSAGES = "/v1/history/messages";
  static final String THREADS = "/v1/history/threads";
  static final String FEEDBACK = "/v1/history/feedback";
  static final List<String> ROUTES = List.of(MESSAGES, THREADS, FEEDBACK);

  private final HttpProbe http;
  private final URI base;
  private final Map<String, String> headers;

  /** Calls with the token that may do everything. */
  HistoryApi(HttpProbe http, URI base) {
    this(http, base, ServiceTokens.ALL);
  }

  HistoryApi(HttpProbe http, URI base, String token) {
    this.http = http;
    this.base = base;
    this.headers = Map.of("Authorization", "Bearer " + token);
  }

  /** POST of any body to one of {@link #ROUTES}. */
  Answer post(String route, String body) throws IOException {
    return http.post(base.resolve(route), headers, body);
  }

  /**
   * Posts a message, which must be accepted.
   *
   * @param members JSON members without braces, beside those of the thread
   */
  void message(ThreadId thread, String members) throws IOException {
    accepted(MESSAGES, thread, members, "message_id");
  }

  /** Creates or changes a thread, likewise. */
  void thread(ThreadId thread, String members) throws IOException {
    accepted(THREADS, thread, members, "thread_id");
  }

  /** Posts a feedback, likewise. */
  void feedback(ThreadId thread, String members) throws IOException {
    accepted(FEEDBACK, thread, members, "message_id");
  }

  private void accepted(String route, ThreadId thread, String members, String id)
      throws IOException {
    String body = HistorySamples.request(thread, members);
    Answer answer = post(route, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.json()).isEqualTo(idIn(body, id));
  }

  /** The whole answer: the one member with its value in the request. */
  private static JsonNode idIn(String body, String id) {
    return ((ObjectNode) Answer.parse(body)).retain(id);
  }
}
