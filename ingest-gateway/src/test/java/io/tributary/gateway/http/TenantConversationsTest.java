package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.Refusals;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TenantConversationsTest {

  private static final String CONVERSATION = "{tenant_id}/conversations/{conversation_id}";
  private static final String REPLY =
      "{\"message_id\":\"m-1\",\"role\":\"assistant\",\"content\":\"Hi <b>\\u00e9</b> \"}";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendMessagesOfAConversation() throws Exception {
    ApiClient.Described answer = post("acme", "tg--100123", REPLY);

    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"message_id\":\"m-1\"}");
    ConversationEvent event = events().get(0);
    assertThat(event.getTenantId()).isEqualTo("acme");
    assertThat(event.getConversationId()).isEqualTo("tg--100123");
    assertThat(event.getEvent())
        .isEqualTo(new PostedMessage("m-1", EntryRole.assistant, "Hi <b>é</b> "));
    assertThat(event.getEnvelope().getCaller()).isEqualTo("assistant");
    assertThat(event.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_400_250L);
  }

  @Test
  void shouldAppendThatAConversationIsCleared() throws Exception {
    ApiClient.Described answer = clear("acme", "default", TestGateway.ASSISTANT_TOKEN);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"conversation_id\":\"default\"}");
    assertThat(events().get(0).getEvent()).isEqualTo(new ClearedConversation());
  }

  @Test
  void shouldNameAClearByItsIdempotencyKey() throws Exception {
    String[] key = {"Idempotency-Key", "turn #7"};
    assertThat(clear("acme", "default", TestGateway.ASSISTANT_TOKEN, key).status()).isEqualTo(202);
    assertThat(events().get(0).getEvent()).isEqualTo(new ClearedConversation("turn #7"));

    for (String broken : List.of("", "x".repeat(257))) {
      ApiClient.Described answer =
          clear("acme", "default", TestGateway.ASSISTANT_TOKEN, "Idempotency-Key", broken);
      assertError(400, "INVALID_FORMAT", answer);
      Refusals.assertBroken(
          answer, "Idempotency-Key", "must be 1 to 256 printable ASCII characters");
    }
    assertThat(events()).hasSize(1);
  }

  @Test
  void shouldRefuseMessagesThatBreakTheRules() throws Exception {
    assertBroken("message_id", "is required", REPLY.replace("message_id", "id"));
    assertBroken("role", "is required", REPLY.replace("role", "who"));
    assertBroken("content", "is required", REPLY.replace("content", "text"));
    assertBroken("role", "must be user or assistant", REPLY.replace("\"assistant\"", "\"system\""));
    assertBroken(
        "message_id",
        "must be 1 to 512 printable ASCII characters without #",
        REPLY.replace("m-1", "m#1"));
    assertBroken("content", "must be a string", REPLY.replaceAll("\"Hi.*\"", "[]"));
    for (String content :
        List.of("", "é".repeat(131_072) + "x", "\\n".repeat(196_608), "\\u0007".repeat(65_536))) {
      assertBroken(
          "content",
          "must not be empty, and must have at most 262144 bytes of UTF-8, and 393216 as a JSON"
              + " string",
          content(content));
    }
    assertThat(events()).isEmpty();
    assertThat(post("acme", "c", content("é".repeat(131_072))).status()).isEqualTo(202);
    assertThat(post("acme", "c", content("\\n".repeat(196_607))).status()).isEqualTo(202);
  }

  private ApiClient.Described post(String tenant, String conversation, String body)
      throws Exception {
    return api.conversation(
        "POST " + CONVERSATION + "/messages",
        tenant + "/conversations/" + conversation + "/messages",
        TestGateway.ASSISTANT_TOKEN,
        body);
  }

  private ApiClient.Described clear(
      String tenant, String conversation, String token, String... headers) throws Exception {
    return api.conversation(
        "DELETE " + CONVERSATION, tenant + "/conversations/" + conversation, token, "", headers);
  }

  private List<ConversationEvent> events() {
    return gateway.log().values("tenants.conversation-events").stream()
        .map(value -> gateway.format().decode(ConversationEvent.class, value))
        .toList();
  }

  private static String content(String content) {
    return "{\"message_id\":\"m-1\",\"role\":\"user\",\"content\":\"" + content + "\"}";
  }

  private void assertBroken(String field, String rule, String body) throws Exception {
    Refusals.assertBroken(post("acme", "c", body), field, rule);
  }
}
