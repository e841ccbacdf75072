package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ServiceTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

/** The routes of the family, as applications, assistants and providers call them. */
final class OutreachApi {

  static final Map<String, String> APPLICATION =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL, "Content-Type", "application/json");

  private static final String CONVERSATIONS = "/v1/outreach/conversations";

  private final HttpProbe http;
  private final URI gateway;

  OutreachApi(HttpProbe http, URI gateway) {
    this.http = http;
    this.gateway = gateway;
  }

  /** A request of a conversation. */
  static Request request(String body) {
    return Request.post(CONVERSATIONS, APPLICATION, body);
  }

  /** An update of one. */
  static Request update(String conversation, String body) {
    return Request.post(
        CONVERSATIONS + "/" + conversation.replace("#", "%23") + "/updates", APPLICATION, body);
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
    assertThat(answer.status())
        .as("%s %s: %s", request.method(), request.path(), answer.body())
        .isEqualTo(status);
    return answer.body();
  }

  /** Begins a conversation; gives its id. */
  String begin(String body) throws IOException {
    return Answer.parse(expect(202, request(body))).path("conversation_id").asText();
  }

  /** Tells something of a conversation, which must be accepted. */
  void tell(String conversation, String updateId, String type, String more) throws IOException {
    String body = expect(202, update(conversation, OutreachSamples.update(updateId, type, more)));
    assertThat(Answer.parse(body))
        .isEqualTo(
            Answer.parse(
                "{\"conversation_id\":\"%s\",\"update_id\":\"%s\"}"
                    .formatted(conversation, updateId)));
  }

  /** A webhook that must be taken; gives the answer's body. */
  String deliver(Request webhook) throws IOException {
    return expect(200, webhook);
  }
}
