package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

final class RecipientFoldTest {

  private static final Instant THEN = Instant.parse("2026-02-21T14:30:00.007Z");
  private static final String ANN = "+447700900123";
  private static final String COMPANY = "+447700900999";
  private static final String ID = "c#p#r1#447700900123";

  private final OutreachFacts facts = new OutreachFacts(new AvroFiles());
  private final RecipientFold fold = new RecipientFold();
  private int offset;

  @Test
  void shouldMakeTheItemOfAWholeConversation() {
    begin(THEN, "r1", Map.of("channel_config", "{\"company_whatsapp_number\":\"+447700900999\"}"));
    update(
        THEN.plusSeconds(5),
        "u1",
        "InitialMessageSent",
        Map.of(
            "thread_id",
            "thread_1",
            "processing_time_ms",
            1500L,
            "message",
            facts.message("SM0001", "Hello")));
    reply(THEN.plusSeconds(2), COMPANY, "SM1", "Yes");
    update(THEN, "u2", "HandOff", Map.of("reason", "asked for it"));
    update(THEN, "u3", "FunctionCall", Map.of("type", "submit"));

    assertThat(fold.letters()).isEmpty();
    assertTheItem();
    assertThat(only().lines())
        .startsWith(
            "processing messages=0 updated_at=1771684200007",
            "initial_message_sent messages=1 updated_at=1771684205007")
        .hasSize(5);
  }

  private void assertTheItem() {
    assertThat(fold.conversations())
        .hasSize(1)
        .first()
        .extracting(ConversationFold::item)
        .isEqualTo(
            PlainJson.object(
                """
        {"primary_channel":"+447700900123","conversation_id":"c#p#r1#447700900123","company_id":"c",
         "project_id":"p","request_id":"r1","recipient_tel":"+447700900123",
         "gsi_recipient_tel":"+447700900123","gsi_company_whatsapp_number":"+447700900999",
         "channel_method":"whatsapp","conversation_status":"processing_reply",
         "channel_config":{"company_whatsapp_number":"+447700900999"},"comms_consent":false,
         "messages":[
          {"entry_id":"7de06c08-7e8f-59ea-88f8-5fbd40b44ac1","role":"assistant","content":"Hello",
           "message_timestamp":"2026-02-21T14:30:05.007Z","ai_total_tokens":597},
          {"entry_id":"e0f6f733-b618-5983-8796-2c383313b78d","role":"user","content":"Yes",
           "message_timestamp":"2026-02-21T14:30:02.007Z"}],
         "created_at":"2026-02-21T14:30:00.007Z","updated_at":"2026-02-21T14:30:05.007Z",
         "router_version":"0","processor_version":"0","thread_id":"thread_1","email_id":null,
         "task_complete":1,"processing_time_ms":1500,"function_call":true,
         "function_call_type":"submit","hand_off_to_human":true,
         "hand_off_to_human_reason":"asked for it"}
        """));
  }

  @Test
  void shouldRefuseWhatTheStatusDoesNotAllowAndForgetIt() {
    update(THEN, "u0", "Completion", Map.of());
    begin(THEN, "r1", Map.of());
    update(THEN, "u1", "ReplySent", Map.of());
    reply(THEN, COMPANY, "SM1", "too early");
    update(THEN, "u1", "InitialMessageSent", Map.of());
    update(THEN, "u1", "SendingFailed", Map.of("reason", "x"));
    update(THEN, "u2", "InitialMessageSent", Map.of());
    reply(THEN, COMPANY, "SM2", "now");
    update(THEN, "u3", "ReplySent", Map.of());
    update(THEN, "u4", "Completion", Map.of());
    update(THEN, "u5", "SendingFailed", Map.of("reason", "x"));
    update(THEN, "u6", "Completion", Map.of());
    reply(THEN, COMPANY, "SM3", "late");

    assertThat(fold.letters())
        .isEqualTo(
            Map.of(
                "outreach.events/0/0", "CONVERSATION_NOT_FOUND",
                "outreach.events/0/2", "ILLEGAL_TRANSITION",
                "outreach.events/0/6", "ILLEGAL_TRANSITION",
                "outreach.events/0/10", "ILLEGAL_TRANSITION"));
    assertThat(only().item()).containsEntry("conversation_status", "completed");
    assertThat(fold.replies())
        .extracting(reply -> reply.get("text") + " " + reply.get("conversation_status"))
        .containsExactly("too early processing", "now processing_reply", "late completed");
    assertThat(fold.tally()).containsEntry("repeated updates", 1);
  }

  @Test
  void shouldLeaveAFailedConversationFailed() {
    begin(THEN, "r1", Map.of());
    update(THEN, "u1", "SendingFailed", Map.of("reason", "x"));
    update(THEN, "u2", "Completion", Map.of());
    update(THEN, "u3", "HandOff", Map.of());
    reply(THEN, COMPANY, "SM1", "late");
    assertThat(only().item())
        .containsEntry("conversation_status", "failed")
        .containsEntry("hand_off_to_human", true)
        .doesNotContainKey("failure_reason");
    assertThat(fold.letters()).isEqualTo(Map.of("outreach.events/0/2", "ILLEGAL_TRANSITION"));
  }

  @Test
  void shouldBringRepliesToTheNewestConversationOfTheirSenderAndChannel() {
    begin(THEN.plusSeconds(1), "r1", Map.of());
    begin(THEN, "r2", Map.of());
    reply(THEN, COMPANY, "SM1", "one");
    begin(THEN.plusSeconds(1), "r3", Map.of());
    begin(THEN.plusSeconds(9), "r1", Map.of());
    reply(THEN, COMPANY, "SM2", "three");
    reply(THEN, COMPANY, "SM2", "three again");
    reply(THEN, "+447700900998", "SM3", "to nobody");
    apply(THEN, facts.reply("twilio-sms", ANN, COMPANY, "SM4", "by sms"));

    assertThat(fold.replies())
        .extracting(reply -> reply.get("request_id") + " " + reply.get("text"))
        .containsExactly("r1 one", "r3 three");
    assertThat(fold.letters().values())
        .containsExactly("CONVERSATION_NOT_FOUND", "CONVERSATION_NOT_FOUND");
    assertThat(fold.tally()).containsEntry("repeated replies", 1);
    assertThat(fold.tally()).containsEntry("repeated requests", 1);
  }

  @Test
  void shouldSendToHumansWhomTheListNamesOrAllWithoutOne() {
    String flag = "auto_queue_reply_message";
    String list = "auto_queue_reply_message_from_number";
    route("r1", Map.of(), "assistant");
    route("r2", Map.of(flag, true), "human");
    route("r3", Map.of(flag, true, list, List.of()), "human");
    route("r4", Map.of(flag, true, list, List.of("+447700900111")), "assistant");
    route("r5", Map.of(flag, true, list, List.of("x", "whatsapp:" + ANN)), "human");
    route("r6", Map.of(flag, false, list, List.of(ANN)), "assistant");
    route(
        "r7",
        Map.of(flag, true, "auto_queue_reply_message_from_email", List.of("a@b.example")),
        "human");
  }

  private void route(String requestId, Map<String, Object> rules, String route) {
    begin(THEN, requestId, rules);
    reply(THEN, COMPANY, "SM" + requestId, "hello");
    assertThat(fold.replies().get(fold.replies().size() - 1))
        .as("%s", rules)
        .containsEntry("route", route)
        .containsEntry("request_id", requestId);
  }

  @Test
  void shouldLetALifeEndAfterTheLastChange() {
    begin(THEN, "r1", Map.of("life", 60L));
    reply(THEN.plusSeconds(10), COMPANY, "SM1", "hello");
    assertThat(only().item())
        .containsEntry("ttl", PlainJson.of("1771684270"))
        .containsEntry("updated_at", "2026-02-21T14:30:10.007Z");
  }

  private ConversationFold only() {
    assertThat(fold.conversations()).hasSize(1);
    return fold.conversations().iterator().next();
  }

  private void begin(Instant at, String requestId, Map<String, Object> more) {
    apply(at, facts.request(requestId, "WHATSAPP", ANN, COMPANY, more));
  }

  private void update(Instant at, String updateId, String kind, Map<String, Object> fields) {
    apply(at, facts.update(ID, updateId, kind, fields));
  }

  private void reply(Instant at, String to, String sid, String text) {
    apply(at, facts.reply("twilio-whatsapp", ANN, to, sid, text));
  }

  private void apply(Instant at, GenericRecord event) {
    fold.apply("outreach.events/0/" + offset++, facts.fact(ANN, at, event));
  }
}
