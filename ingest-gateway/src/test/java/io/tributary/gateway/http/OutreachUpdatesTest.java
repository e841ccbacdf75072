package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertBroken;
import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutreachUpdatesTest {

  private static final String CONVERSATION = "ci-aaa-001%23pi-aaa-001%23r-1%23447700900123";
  private static final String COMPLETED = "{\"update_id\":\"u-1\",\"type\":\"completed\"}";
  private static final String MALFORMED =
      "must be {company_id}#{project_id}#{request_id}#{recipient} with # as %23; the recipient is"
          + " a number without its +, or an e-mail address in lower case";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendAnUpdateUnderTheRecipientOfItsConversation() throws Exception {
    // When
    ApiClient.Described answer =
        post(
            CONVERSATION,
            "{\"update_id\":\"u-1\",\"type\":\"initial_message_sent\",\"thread_id\":\"thread_1\","
                + "\"processing_time_ms\":1500,\"message\":{\"content\":\"Hello <b>\\u00e9</b> \"}}");

    // Then
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.body())
        .isEqualTo(
            "{\"conversation_id\":\"ci-aaa-001#pi-aaa-001#r-1#447700900123\","
                + "\"update_id\":\"u-1\"}");
    assertThat(gateway.log().keys("outreach.events")).containsExactly("+447700900123");
    OutreachEvent fact = facts().get(0);
    assertThat(fact.getRecipient()).isEqualTo("+447700900123");
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("company-app");
    assertThat(fact.getEvent())
        .isEqualTo(
            new ConversationUpdate(
                "ci-aaa-001#pi-aaa-001#r-1#447700900123",
                "u-1",
                new InitialMessageSent(
                    "thread_1",
                    null,
                    1500L,
                    new AssistantMessage("u-1", "Hello <b>é</b> ", null, null, null, null))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ci-aaa-001%23p%23r%23alex%40example.com",
        "ci-aaa-001%23p%23r%23alex@example.com",
        "ci-aaa-001%23p%2Fq%23..%23a%2Fb@c",
        "ci-aaa-001%23%2523%23%20%231234567"
      })
  void shouldReadEveryIdThatIsEscapedOnce(String conversation) throws Exception {
    ApiClient.Described answer = post(conversation, COMPLETED);

    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    OutreachEvent fact = facts().get(0);
    ConversationUpdate update = (ConversationUpdate) fact.getEvent();
    assertThat(update.getUpdate()).isEqualTo(new Completion());
    assertThat(answer.json().path("conversation_id").asText())
        .isEqualTo(update.getConversationId())
        .endsWith('#' + fact.getRecipient().replace("+", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "%23%23%23",
        "ci-aaa-001%23p%23r",
        "ci-aaa-001%23p%23r%23",
        "ci-aaa-001%23p%23r%23447700900123%23",
        "ci-aaa-001%23p%23r%23+447700900123",
        "ci-aaa-001%23p%23r%230447700900",
        "ci-aaa-001%23p%23r%23Alex@example.com",
        "ci-aaa-001%23p%23r%23a%20b@c",
        "ci-aaa-001%23%23r%23447700900123",
        "ci-aaa-001%23%C3%A9%23r%23447700900123",
        "ci-aaa-001%2523p%2523r%2523447700900123",
        "%23p%23r%23447700900123"
      })
  void shouldRefuseIdsThatNoConversationHas(String conversation) throws Exception {
    ApiClient.Described answer = post(conversation, "not json");

    assertError(400, "INVALID_FORMAT", answer);
    assertBroken(answer, "conversation_id", MALFORMED);
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldDecideWhoItIsBeforeLookingAtTheBody() throws Exception {
    assertError(401, "INVALID_TOKEN", post("x", "fake-unknown", "not json"));
    assertError(401, "INVALID_TOKEN", post(CONVERSATION, TestGateway.ADMIN_TOKEN, "not json"));
    assertError(403, "FORBIDDEN", post(CONVERSATION, TestGateway.ASSISTANT_TOKEN, "not json"));
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldAnswer503WithoutAnAcknowledgement() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);

    assertError(503, "UNAVAILABLE", post(CONVERSATION, COMPLETED));
  }

  private ApiClient.Described post(String conversation, String body) throws Exception {
    return post(conversation, TestGateway.COMPANY_TOKEN, body);
  }

  private ApiClient.Described post(String conversation, String token, String body)
      throws Exception {
    return api.updateConversation(conversation, token, body);
  }

  private List<OutreachEvent> facts() {
    return gateway.log().values("outreach.events").stream()
        .map(value -> gateway.format().decode(OutreachEvent.class, value))
        .toList();
  }
}
