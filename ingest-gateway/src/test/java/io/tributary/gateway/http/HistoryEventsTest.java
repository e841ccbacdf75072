package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HistoryEventsTest {

  private static final String IDS =
      "\"org_id\":\"globex\",\"tenant_id\":\"eu\",\"user_id\":\"u1\",\"thread_id\":\"t1\"";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendAMessageAsItCame() throws Exception {
    // When
    ApiClient.Described answer =
        post(
            "messages",
            "\"message_id\":\"m1\",\"role\":\"assistant\",\"timestamp\":1767225600123,"
                + "\"content\":\"It's <b>raw</b> &#x27; \uD83D\uDE00 \\u0000\","
                + "\"stop_reason\":\"end_turn\",\"response_metadata\":{\"model\":\"m\",\"n\":1.50},"
                + "\"sources\":[{\"title\":\"Doc\"}],"
                + "\"thread\":{\"title\":\"Apostrophes\",\"origin\":\"web\",\"is_temporary\":true}");

    // Then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"message_id\":\"m1\"}");
    HistoryEvent fact = onlyFact();
    assertThat(fact.getOrgId()).isEqualTo("globex");
    assertThat(fact.getTenantId()).isEqualTo("eu");
    assertThat(fact.getUserId()).isEqualTo("u1");
    assertThat(fact.getThreadId()).isEqualTo("t1");
    assertThat(fact.getLifeS()).isEqualTo(31_536_000L);
    assertThat(fact.getTemporaryLifeS()).isEqualTo(86_400L);
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("globex-app");
    assertThat(fact.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_400_250L);
    assertThat(fact.getEnvelope().getRequestId()).isEqualTo(answer.header("x-request-id").get());
    assertThat(fact.getEvent())
        .isEqualTo(
            new PostedMessage(
                "m1",
                MessageRole.assistant,
                1_767_225_600_123L,
                "It's <b>raw</b> &#x27; \uD83D\uDE00 \u0000",
                null,
                "end_turn",
                "{\"model\":\"m\",\"n\":1.50}",
                "[{\"title\":\"Doc\"}]",
                new ThreadDetails("Apostrophes", "web", true)));
  }

  @Test
  void shouldTakeTheTimeOfAcceptanceForAMessageThatBringsNone() throws Exception {
    post("messages", "\"message_id\":\"m1\",\"role\":\"user\",\"content\":[\"a\",{\"b\":null}]");

    assertThat(onlyFact().getEvent())
        .isEqualTo(
            new PostedMessage(
                "m1",
                MessageRole.user,
                1_772_366_400_250L,
                null,
                "[\"a\",{\"b\":null}]",
                null,
                null,
                null,
                null));
  }

  @Test
  void shouldAppendEventsOfAThread() throws Exception {
    // When
    ApiClient.Described answer =
        api.postHistory(
            "threads",
            TestGateway.ACME_TOKEN,
            "{\"org_id\":\"acme\",\"user_id\":\"u1\",\"thread_id\":\"t1\",\"title\":\"T\","
                + "\"origin\":null}");

    // Then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"thread_id\":\"t1\"}");
    assertThat(onlyFact().getTenantId()).isNull();
    assertThat(onlyFact().getEvent()).isEqualTo(new ThreadDetails("T", null, null));
  }

  @Test
  void shouldTakeNothingWhileItsClockIsNotSet() throws Exception {
    gateway.clock().advance(Duration.ofDays(-56 * 365));
    ApiClient.Described early = post("threads", "\"title\":\"T\"");
    gateway.clock().advance(Duration.ofDays(56 * 365));
    ApiClient.Described now = post("threads", "\"title\":\"T\"");

    assertThat(early.status()).isEqualTo(503);
    assertThat(early.error()).isEqualTo("UNAVAILABLE");
    assertThat(now.status()).isEqualTo(202);
    assertThat(facts()).hasSize(1);
  }

  @Test
  void shouldNameTheErrorAndAppendNothing() throws Exception {
    ApiClient.Described message =
        post("messages", "\"message_id\":\"m1\",\"role\":\"user\",\"content\":[{\"n\":1E126}]");
    ApiClient.Described thread = post("threads", "\"title\":\"\"");
    ApiClient.Described feedback = post("feedback", "\"message_id\":\"m1\"");

    assertThat(message.status()).isEqualTo(400);
    assertThat(message.error()).isEqualTo("INVALID_VALUE");
    assertThat(message.json().path("field").asText()).isEqualTo("content[0].n");
    assertThat(thread.status()).isEqualTo(400);
    assertThat(thread.json().path("field").asText()).isEqualTo("title");
    assertThat(feedback.status()).isEqualTo(400);
    assertThat(feedback.error()).isEqualTo("MISSING_FIELD");
    assertThat(feedback.json().path("field").asText()).isEqualTo("verso");
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldCountAllThreeValuesTogether() throws Exception {
    // Given: with 5 bytes of a list that holds null 368,640; an empty map has 3 more
    String text = "x".repeat(368_635);
    String content = "\"message_id\":\"m1\",\"role\":\"user\",\"content\":\"" + text + "\"";

    // When, Then
    assertThat(post("messages", content + ",\"sources\":[null]").status()).isEqualTo(202);
    assertThat(post("messages", content + ",\"sources\":[[]]").status()).isEqualTo(413);
    assertThat(post("messages", content + ",\"sources\":[null],\"response_metadata\":{}").status())
        .isEqualTo(413);
  }

  @Test
  void shouldTakeContentAsDeepAsItemsMayBe() throws Exception {
    assertThat(postContent("[".repeat(31) + "1" + "]".repeat(31)).status()).isEqualTo(202);
    assertThat(postContent("[".repeat(32) + "]".repeat(32)).status()).isEqualTo(400);
  }

  @Test
  void shouldAnswer503WithoutAnAcknowledgement() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);

    ApiClient.Described message =
        post("messages", "\"message_id\":\"m1\",\"role\":\"user\",\"content\":\"\"");
    ApiClient.Described thread = post("threads", "\"title\":\"T\"");
    ApiClient.Described feedback = post("feedback", "\"message_id\":\"m1\",\"verso\":null");

    assertThat(List.of(message.status(), thread.status(), feedback.status())).containsOnly(503);
  }

  private ApiClient.Described post(String what, String members) throws Exception {
    return api.postHistory(what, TestGateway.GLOBEX_TOKEN, "{" + IDS + "," + members + "}");
  }

  private ApiClient.Described postContent(String content) throws Exception {
    return post("messages", "\"message_id\":\"m1\",\"role\":\"user\",\"content\":" + content);
  }

  private HistoryEvent onlyFact() {
    assertThat(facts()).hasSize(1);
    return facts().get(0);
  }

  private List<HistoryEvent> facts() {
    return gateway.log().values("history.events").stream()
        .map(value -> gateway.format().decode(HistoryEvent.class, value))
        .toList();
  }
}
