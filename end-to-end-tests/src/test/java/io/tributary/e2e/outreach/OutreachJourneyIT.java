package io.tributary.e2e.outreach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.TopicRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whole conversations by every provider, from request to item and to who answers. */
@OnSharedPipeline
final class OutreachJourneyIT {

  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
  private static final String TWIML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response/>";

  private static final String ID = "ci-aaa-001#pi-aaa-001#req123#447123456789";
  private static final String ANN = "+447123456789";
  private static final String COMPANY = "+447588713814";

  private static final String REQUEST =
      """
      {"company_data":{"company_id":"ci-aaa-001","project_id":"pi-aaa-001",
        "company_name":"Cucumber Recruitment","project_name":"Clarify CV","project_status":"active",
        "allowed_channels":["whatsapp","email"],
        "company_rep":{"company_rep_1":"Jo","company_rep_2":null},
        "channel_config":{
          "whatsapp":{"company_whatsapp_number":"+447588713814","whatsapp_credentials_id":"w/1"},
          "sms":{"company_sms_number":"+447700900444"}},
        "ai_config":{"openai_config":{"whatsapp":{"assistant_id_replies":"asst_r1","top_p":0.50},
          "email":{"assistant_id_replies":"asst_e1"}}},
        "auto_queue_initial_message":false,
        "auto_queue_initial_message_from_number":["+447000000001"],
        "auto_queue_initial_message_from_email":["support@company.example"],
        "auto_queue_reply_message":true,
        "auto_queue_reply_message_from_number":["whatsapp:+447123456789"],
        "auto_queue_reply_message_from_email":[]},
       "recipient_data":{"recipient_first_name":"John","recipient_last_name":"Doe",
        "recipient_tel":"whatsapp:+447123456789","recipient_email":"John.Doe@example.com",
        "comms_consent":true},
       "project_data":{"job_ref":"JR123","points":[{"n":1.10,"confirmed":null}]},
       "request_data":{"request_id":"req123","channel_method":"WhatsApp",
        "initial_request_timestamp":"2023-09-15T11:45:32.789Z"}}
      """;

  /** What of the item no update changes. */
  private static final String REQUESTED =
      """
      "primary_channel":"+447123456789",
      "conversation_id":"ci-aaa-001#pi-aaa-001#req123#447123456789",
      "recipient_tel":"+447123456789","recipient_email":"john.doe@example.com",
      "company_id":"ci-aaa-001","project_id":"pi-aaa-001","channel_method":"whatsapp",
      "request_id":"req123","initial_request_timestamp":"2023-09-15T11:45:32.789Z",
      "recipient_first_name":"John","recipient_last_name":"Doe","comms_consent":true,
      "project_data":{"job_ref":"JR123","points":[{"n":1.1,"confirmed":null}]},
      "company_name":"Cucumber Recruitment","project_name":"Clarify CV",
      "company_rep":{"company_rep_1":"Jo","company_rep_2":null},
      "allowed_channels":["whatsapp","email"],"project_status":"active",
      "auto_queue_initial_message":false,
      "auto_queue_initial_message_from_number":["+447000000001"],
      "auto_queue_initial_message_from_email":["support@company.example"],
      "auto_queue_reply_message":true,
      "auto_queue_reply_message_from_number":["whatsapp:+447123456789"],
      "auto_queue_reply_message_from_email":[],
      "ai_config":{"assistant_id_replies":"asst_r1","top_p":0.5},
      "channel_config":{"company_whatsapp_number":"+447588713814","whatsapp_credentials_id":"w/1"},
      "gsi_recipient_tel":"+447123456789","gsi_recipient_email":"john.doe@example.com",
      "gsi_company_whatsapp_number":"+447588713814",
      """;

  private static final String FIRST_MESSAGE =
      """
      ,"thread_id":"thread_abc123xyz","processing_time_ms":1500,"message":{
       "message_id":"SM0001","content":"Hello, this is a message from the AI.",
       "ai_prompt_tokens":150,"ai_completion_tokens":50,"ai_total_tokens":200,
       "processing_time_ms":850}
      """;

  private final Bench bench;
  private final OutreachApi api;
  private final OutreachItems items;
  private final AvroFiles avro = new AvroFiles();

  OutreachJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
    this.items = new OutreachItems(bench.tables());
  }

  @Test
  void shouldStoreTheDocumentedItemAttributeForAttribute() throws Exception {
    Instant before = Instant.now();
    assertThat(Answer.parse(api.expect(202, OutreachApi.request(REQUEST))))
        .isEqualTo(
            Answer.parse("{\"conversation_id\":\"%s\",\"request_id\":\"req123\"}".formatted(ID)));
    bench.pipeline().awaitDrained();

    Map<String, Object> item = items.item(ANN, ID);
    String createdAt = OutreachItems.text(item, "created_at");
    assertThat(createdAt).matches(TIME).isEqualTo(item.get("updated_at"));
    assertThat(Instant.parse(createdAt)).isBetween(before.minusMillis(1), Instant.now());
    String version = OutreachItems.text(item, "router_version");
    assertThat(version).matches("\\d+\\.\\d+\\.\\d+.*").isEqualTo(item.get("processor_version"));
    String begun =
        "{%s\"created_at\":\"%s\",\"router_version\":\"%s\",\"processor_version\":\"%s\","
            .formatted(REQUESTED, createdAt, version, version);
    assertThat(item)
        .isEqualTo(
            PlainJson.object(
                begun
                    + """
                    "conversation_status":"processing","messages":[],"updated_at":"%s",
                    "thread_id":null,"email_id":null,"task_complete":0,"function_call":false,
                    "function_call_type":null,"hand_off_to_human":false,
                    "hand_off_to_human_reason":null}
                    """
                        .formatted(createdAt)));

    api.tell(ID, "u1", "initial_message_sent", FIRST_MESSAGE);
    assertThat(api.deliver(reply())).isEqualTo(TWIML);
    assertThat(api.deliver(reply())).isEqualTo(TWIML);
    bench.pipeline().awaitDrained();
    assertTheReply(begun);
  }

  /** With a picture. */
  private static Request reply() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("From", "whatsapp:" + ANN);
    fields.put("To", "whatsapp:" + COMPANY);
    fields.put("Body", "Yes & caf\u00e9 \u2764");
    fields.put("MessageSid", "SM0002");
    fields.put("AccountSid", ChannelAccounts.TWILIO_SID);
    fields.put("ProfileName", "John D");
    fields.put("WaId", "447123456789");
    fields.put("MessageType", "image");
    fields.put("NumMedia", "1");
    fields.put("MediaUrl0", "https://api.twilio.example/m/1");
    fields.put("MediaContentType0", "image/jpeg");
    fields.put("ToState", "");
    return SignedReplies.twilio("twilio-whatsapp", fields);
  }

  private void assertTheReply(String begun) throws Exception {
    Map<String, Object> item = items.item(ANN, ID);
    List<?> messages = (List<?>) item.getOrDefault("messages", List.of());
    assertThat(messages).hasSize(2);
    String said = "" + ((Map<?, ?>) messages.get(0)).get("message_timestamp");
    String answered = "" + ((Map<?, ?>) messages.get(1)).get("message_timestamp");
    assertThat(said).matches(TIME);
    assertThat(answered).matches(TIME).isGreaterThanOrEqualTo(said);
    assertThat(item)
        .isEqualTo(
            PlainJson.object(
                begun
                    + """
                    "conversation_status":"processing_reply","messages":[
                     {"entry_id":"7de06c08-7e8f-59ea-88f8-5fbd40b44ac1","message_timestamp":"%s",
                      "role":"assistant","content":"Hello, this is a message from the AI.",
                      "ai_prompt_tokens":150,"ai_completion_tokens":50,"ai_total_tokens":200,
                      "processing_time_ms":850},
                     {"entry_id":"5906242d-0bde-5ca7-b355-063b9b46502f","message_timestamp":"%s",
                      "role":"user","content":
                      "Yes & caf\u00e9 \u2764\\n[image image/jpeg https://api.twilio.example/m/1]"}],
                    "updated_at":"%s","thread_id":"thread_abc123xyz","email_id":null,
                    "task_complete":1,"processing_time_ms":1500,"function_call":false,
                    "function_call_type":null,"hand_off_to_human":false,
                    "hand_off_to_human_reason":null}
                    """
                        .formatted(said, answered, answered)));
    assertTheRecord(Instant.parse(answered).toEpochMilli());
  }

  private void assertTheRecord(long acceptedAt) {
    assertThat(replies(ID))
        .containsExactly(
            PlainJson.object(
                """
                {"primary_channel":"+447123456789",
                 "conversation_id":"ci-aaa-001#pi-aaa-001#req123#447123456789",
                 "message_id":"twilio:AC00000000000000000000000000000001:SM0002",
                 "entry_id":"5906242d-0bde-5ca7-b355-063b9b46502f","route":"human",
                 "company_id":"ci-aaa-001","project_id":"pi-aaa-001","request_id":"req123",
                 "channel_method":"whatsapp","company_sender":"+447588713814",
                 "provider":"twilio-whatsapp","account":"main","sender_name":"John D",
                 "sender_number":"+447123456789","sender_user_id":null,"sender_parent_user_id":null,
                 "sender_username":null,
                 "text":"Yes & caf\u00e9 \u2764","attachments":[{"kind":"image","id":null,
                  "url":"https://api.twilio.example/m/1","name":null,"content_type":"image/jpeg",
                  "size_bytes":null}],"conversation_status":"processing_reply","hand_off_to_human":false,
                 "thread_id":"thread_abc123xyz","answered_id":null,"sent_at_ms":null,
                 "accepted_at_ms":%d,"metadata":{"message_sid":"SM0002","message_type":"image",
                  "wa_id":"447123456789"}}
                """
                    .formatted(acceptedAt)));
  }

  @Test
  void shouldGoThroughEveryUpdateBySms() throws Exception {
    String bob = "+447700900500";
    String id = api.begin(OutreachSamples.request("sms-1", "sms", bob, "+447700900444", ""));
    assertThat(id).isEqualTo("c#p#sms-1#447700900500");
    api.tell(id, "u1", "initial_message_sent", OutreachSamples.message("Hello"));
    sms(bob, "+447700900444", "SM1001", "Who is it?");
    api.tell(id, "u2", "reply_sent", OutreachSamples.message("The company"));
    api.tell(id, "u2", "reply_sent", OutreachSamples.message("once more"));
    api.tell(id, "u3", "hand_off", ",\"reason\":\"User requested agent\"");
    api.tell(id, "u4", "function_call", ",\"function_call_type\":\"submit_application\"");
    sms(bob, "+447700900444", "SM1002", "Fine");
    api.tell(id, "u5", "completed", "");
    sms(bob, "+447700900444", "SM1003", "Anybody there?");
    bench.pipeline().awaitDrained();

    assertAllOf(id, items.item(bob, id), bob);
  }

  private void assertAllOf(String id, Map<String, Object> item, String bob) {
    assertThat(OutreachItems.entries(item))
        .containsExactly(
            "assistant: Hello",
            "user: Who is it?",
            "assistant: The company",
            "user: Fine",
            "user: Anybody there?");
    assertThat(item)
        .containsEntry("conversation_status", "completed")
        .containsEntry("hand_off_to_human", true)
        .containsEntry("hand_off_to_human_reason", "User requested agent")
        .containsEntry("function_call", true)
        .containsEntry("function_call_type", "submit_application")
        .containsEntry("gsi_company_sms_number", "+447700900444")
        .containsEntry("gsi_recipient_tel", bob)
        .doesNotContainKeys(
            "gsi_company_whatsapp_number",
            "gsi_company_email",
            "gsi_recipient_email",
            "recipient_email",
            "ttl",
            "company_name",
            "project_data",
            "allowed_channels",
            "processing_time_ms",
            "failure_reason");
    assertTheReplies(id);
  }

  private void assertTheReplies(String id) {
    assertThat(replies(id))
        .extracting(
            reply ->
                "%s %s %s %s"
                    .formatted(
                        reply.get("text"),
                        reply.get("route"),
                        reply.get("conversation_status"),
                        reply.get("hand_off_to_human")))
        .containsExactly(
            "Who is it? assistant processing_reply false",
            "Fine assistant processing_reply true",
            "Anybody there? assistant completed true");
  }

  private void sms(String from, String to, String sid, String text) throws Exception {
    assertThat(api.deliver(OutreachSamples.twilio("twilio-sms", from, to, sid, text)))
        .isEqualTo(TWIML);
  }

  @Test
  void shouldGiveAMailToTheConversationOfItsThread() throws Exception {
    String kai = "kai@mail.example";
    String company = "threads@company.example";
    String older = api.begin(OutreachSamples.request("older", "email", kai, company, ""));
    api.tell(older, "u1", "initial_message_sent", ",\"email_id\":\"<orig-1@ses>\"");
    String newer = api.begin(OutreachSamples.request("newer", "email", kai, company, ""));

    mail(kai, company, "1", "In-Reply-To: <orig-1@ses>");
    mail(kai, company, "2", "References: <orig-1@ses> <lost@ses>");
    mail(kai, company, "3", "In-Reply-To: <lost@ses>");
    bench.pipeline().awaitDrained();

    assertThat(items.entries(kai, older)).containsExactly("user: text 1", "user: text 2");
    assertThat(items.entries(kai, newer)).containsExactly("user: text 3");
  }

  private void mail(String from, String to, String number, String header) throws Exception {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <%s@thread>\nFrom: %s\n%s".formatted(number, from, header));
    fields.put("envelope", "{\"to\":[\"%s\"],\"from\":\"b@mail.example\"}".formatted(to));
    fields.put("text", "text " + number);
    assertThat(api.deliver(SignedReplies.sendgrid(fields))).isEmpty();
  }

  @Test
  void shouldRefuseAnInapplicableUpdate() throws Exception {
    String number = OutreachSamples.ownNumber();
    String id = api.begin(OutreachSamples.request("early", "sms", number, "+447700900444", ""));
    Answer early = api.send(OutreachApi.update(id, OutreachSamples.update("u1", "reply_sent", "")));
    String unknown = id.replace("early", "unknown");
    Answer lost =
        api.send(
            OutreachApi.update(
                unknown, OutreachSamples.update("u2", "failed", ",\"reason\":\"x\"")));
    bench.pipeline().awaitDrained();

    assertThat(List.of(early.status(), lost.status())).containsExactly(202, 202);
    assertThat(
            bench.topics().read("outreach.dead-letters").stream()
                .map(TopicRecord::raw)
                .filter(deadLetter -> number.equals(new String(deadLetter.key(), UTF_8)))
                .map(
                    deadLetter ->
                        header(deadLetter, "code")
                            + ' '
                            + header(deadLetter, "request-id")
                            + ' '
                            + header(deadLetter, "reason")))
        .containsExactly(
            "ILLEGAL_TRANSITION "
                + early.headers().firstValue("x-request-id").orElseThrow()
                + " a conversation that is processing must not become reply_sent",
            "CONVERSATION_NOT_FOUND "
                + lost.headers().firstValue("x-request-id").orElseThrow()
                + " there is no conversation of that id");
  }

  private static String header(ConsumerRecord<byte[], byte[]> deadLetter, String name) {
    return new String(deadLetter.headers().lastHeader("tributary-" + name).value(), UTF_8);
  }

  private static final String MIME =
      """
      From: Eve Doe <Eve@Mail.example>
      To: jobs@company.example
      Subject: Re: your application
      Message-ID: <RAW-1@mail.example>
      In-Reply-To: <out-1@company.example>
      Date: Thu, 1 Jan 2026 00:00:00 +0000

      Yes, raw
      """;

  @Test
  void shouldHoldAConversationByMail() throws Exception {
    String id =
        api.begin(
            OutreachSamples.request(
                "mail-1", "email", "Eve@Mail.example", "Jobs@Company.example", ""));
    assertThat(id).isEqualTo("c#p#mail-1#eve@mail.example");
    api.tell(id, "u1", "initial_message_sent", ",\"email_id\":\"<out-1@company.example>\"");
    Map<String, String> parsed = new LinkedHashMap<>();
    parsed.put("headers", "Message-ID: <PARSED-1@mail.example>\nFrom: eve@mail.example");
    parsed.put("envelope", "{\"to\":[\"Jobs@company.example\"],\"from\":\"b@mail.example\"}");
    parsed.put("text", "Yes, parsed");
    parsed.put("attachment1; filename=\"cv.txt\"", "what I did");
    assertThat(api.deliver(SignedReplies.sendgrid(parsed))).isEmpty();
    Map<String, String> raw = new LinkedHashMap<>();
    raw.put("envelope", "{\"to\":[\"jobs@company.example\"],\"from\":\"b@mail.example\"}");
    raw.put("SPF", "pass");
    raw.put("email", MIME);
    assertThat(api.deliver(SignedReplies.sendgrid(raw))).isEmpty();
    bench.pipeline().awaitDrained();

    assertTheMailsItem(items.item("eve@mail.example", id));
    assertTheMails(id);
  }

  private static void assertTheMailsItem(Map<String, Object> item) {
    assertThat(item)
        .containsEntry("email_id", "<out-1@company.example>")
        .containsEntry("recipient_email", "eve@mail.example")
        .containsEntry("gsi_recipient_email", "eve@mail.example")
        .containsEntry("gsi_company_email", "jobs@company.example")
        .containsEntry("conversation_status", "processing_reply")
        .doesNotContainKeys(
            "recipient_tel",
            "gsi_recipient_tel",
            "gsi_company_whatsapp_number",
            "gsi_company_sms_number");
    assertThat(OutreachItems.entries(item))
        .containsExactly(
            "user: Yes, parsed\n[document cv.txt text/plain 10 bytes sha256:"
                + "6dec4446849d46b5a6f69190b5adf9a26a4c69e85e8d9abe88a58d17674d990d]",
            "user: Yes, raw");
  }

  private void assertTheMails(String id) {
    assertThat(replies(id))
        .extracting(
            reply ->
                "%s %s %s %s %s"
                    .formatted(
                        reply.get("message_id"),
                        reply.get("provider"),
                        reply.get("sender_name"),
                        reply.get("answered_id"),
                        millis(reply.get("sent_at_ms"))))
        .containsExactly(
            "sendgrid:parsed-1@mail.example sendgrid NULL NULL NULL",
            "sendgrid:raw-1@mail.example sendgrid Eve Doe out-1@company.example 1767225600000");
    assertThat(replies(id).get(1).get("metadata"))
        .isEqualTo(
            PlainJson.object(
                """
                {"subject":"Re: your application","message_id":"RAW-1@mail.example","spf":"pass"}
                """));
  }

  private static String millis(@Nullable Object number) {
    return number instanceof BigDecimal decimal ? decimal.toPlainString() : "" + number;
  }

  @Test
  void shouldRouteRepliesByTheNewestConversationAndItsRule() throws Exception {
    String cat = "+447700900600";
    String company = "+447700900999";
    String old = begin("new-1", cat, company, ",\"auto_queue_reply_message\":true");
    whatsapp(cat, company, "SM2001", "to the first");
    String next =
        begin(
            "new-2",
            cat,
            company,
            ",\"auto_queue_reply_message\":true,"
                + "\"auto_queue_reply_message_from_number\":[\"+447700900601\"]");
    begin("new-1", cat, company, ",\"company_name\":\"too late\"");
    whatsapp(cat, company, "SM2002", "to the second");
    whatsapp(cat, company, "SM2002", "to the second");
    String other = begin("new-3", cat, "whatsapp:+447700900998", "");
    whatsapp(cat, company, "SM2003", "still to the second");
    whatsapp(cat, "+447700900998", "SM2004", "to the third");
    bench.pipeline().awaitDrained();

    assertThat(items.entries(cat, old)).containsExactly("user: to the first");
    assertThat(items.entries(cat, next))
        .containsExactly("user: to the second", "user: still to the second");
    assertThat(items.entries(cat, other)).containsExactly("user: to the third");
    assertThat(items.item(cat, old)).doesNotContainKey("company_name");
    assertThat(replies(old)).extracting(reply -> reply.get("route")).containsExactly("human");
    assertThat(replies(next))
        .extracting(reply -> reply.get("route"))
        .containsExactly("assistant", "assistant");
  }

  /** Requested by a number of one form, answered from the other, then by an id that hides it. */
  @Test
  void shouldFindTheConversationOfAPersonByEachNumberAndId() throws Exception {
    String company = "+447700900995";
    String pia = "+525598765432";
    String id = begin("hidden-1", pia, "whatsapp:" + company, "");
    whatsapp("+5215598765432", company, "SM3001", "with the other form");
    whatsapp("MX.77", company, "SM3002", "before the pair");
    both("+5215598765432", company, "SM3003");
    whatsapp("MX.77", company, "SM3004", "with the id");
    both("+447700900666", company, "SM3005");
    bench.pipeline().awaitDrained();

    assertThat(items.entries(pia, id))
        .containsExactly(
            "user: with the other form",
            "user: with number and id",
            "user: with the id",
            "user: with number and id");
    operate("dead-letters", "redrive", "--id", deadLetterOf("MX.77"));
    bench.pipeline().awaitDrained();
    assertThat(items.entries(pia, id)).hasSize(5).endsWith("user: before the pair");
    assertThat(replies(id))
        .extracting(reply -> reply.get("sender_number") + " " + reply.get("sender_user_id"))
        .containsExactly(
            "+5215598765432 NULL",
            "+5215598765432 MX.77",
            "NULL MX.77",
            "+447700900666 MX.77",
            "NULL MX.77");
  }

  private String deadLetterOf(String key) {
    return operate("dead-letters", "list", "--family", "outreach", "--output", "json")
        .lines()
        .map(Answer::parse)
        .filter(deadLetter -> deadLetter.get("key").asText().equals(key))
        .map(deadLetter -> deadLetter.get("id").asText())
        .collect(Collectors.joining(","));
  }

  private String operate(String... command) {
    Completed done =
        bench.pipeline().launcher().run(bench.pipeline().endpoints().appendedTo(command));
    assertThat(done.exitCode()).as(done.toString()).isZero();
    return done.out();
  }

  private void both(String from, String to, String sid) throws Exception {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("From", "whatsapp:" + from);
    fields.put("To", "whatsapp:" + to);
    fields.put("MessageSid", sid);
    fields.put("AccountSid", ChannelAccounts.TWILIO_SID);
    fields.put("ExternalUserId", "MX.77");
    fields.put("Body", "with number and id");
    assertThat(api.deliver(SignedReplies.twilio("twilio-whatsapp", fields))).isEqualTo(TWIML);
  }

  private String begin(String requestId, String recipient, String sender, String more)
      throws Exception {
    return api.begin(OutreachSamples.request(requestId, "whatsapp", recipient, sender, more));
  }

  private void whatsapp(String from, String to, String sid, String text) throws Exception {
    assertThat(api.deliver(OutreachSamples.twilio("twilio-whatsapp", from, to, sid, text)))
        .isEqualTo(TWIML);
  }

  /** What a consumer sees of a conversation's replies, in their order. */
  private List<Map<String, Object>> replies(String conversation) {
    return bench.topics().read("outreach.replies").stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(reply -> Fields.text(reply, "conversation_id").equals(conversation))
        .map(GenericRecord::toString)
        .map(PlainJson::object)
        .toList();
  }
}
