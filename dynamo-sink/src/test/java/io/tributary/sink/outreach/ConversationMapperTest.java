package io.tributary.sink.outreach;

import static io.tributary.sink.kit.FamilyWrites.number;
import static io.tributary.sink.kit.FamilyWrites.text;
import static io.tributary.sink.outreach.Conversations.KEY;
import static io.tributary.sink.outreach.Conversations.begun;
import static io.tributary.sink.outreach.Conversations.request;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.sink.item.Item;
import io.tributary.sink.kit.FamilyWrites;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ExpiredDelete;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the schema's document, down from record bytes. */
final class ConversationMapperTest {

  private static final AttributeValue NULL = fromNul(true);

  private final FamilyWrites writes = new FamilyWrites(OutreachSink.FAMILY);

  @Test
  void shouldMakeTheDocumentedItem() {
    Map<String, AttributeValue> documented = new HashMap<>(requested());
    documented.putAll(reached());

    assertThat(item(full())).isEqualTo(documented);
    assertThat(documented).hasSize(45);
  }

  @Test
  void shouldTellOfABareOneNoMoreThanThereIs() {
    assertThat(item(begun(tel(ChannelMethod.SMS).build()).build()))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("primary_channel", text("+447123456789")),
                Map.entry("conversation_id", text("ci-aaa-001#pi-aaa-001#req123#447123456789")),
                Map.entry("recipient_tel", text("+447123456789")),
                Map.entry("gsi_recipient_tel", text("+447123456789")),
                Map.entry("company_id", text("ci-aaa-001")),
                Map.entry("project_id", text("pi-aaa-001")),
                Map.entry("request_id", text("req123")),
                Map.entry("channel_method", text("sms")),
                Map.entry("conversation_status", text("processing")),
                Map.entry("messages", fromL(List.of())),
                Map.entry("created_at", text("2023-11-01T12:00:00.000Z")),
                Map.entry("updated_at", text("2023-11-01T12:00:00.000Z")),
                Map.entry("router_version", text("0.4.0")),
                Map.entry("processor_version", text("0.4.0")),
                Map.entry("thread_id", NULL),
                Map.entry("email_id", NULL),
                Map.entry("task_complete", number("0")),
                Map.entry("comms_consent", fromBool(false)),
                Map.entry("function_call", fromBool(false)),
                Map.entry("function_call_type", NULL),
                Map.entry("hand_off_to_human", fromBool(false)),
                Map.entry("hand_off_to_human_reason", NULL),
                Map.entry("rev", number("1130625600000"))));
  }

  @ParameterizedTest
  @CsvSource({
    "PROCESSING, processing",
    "INITIAL_MESSAGE_SENT, initial_message_sent",
    "PROCESSING_REPLY, processing_reply",
    "REPLY_SENT, reply_sent",
    "COMPLETED, completed",
    "FAILED, failed"
  })
  void shouldNameTheStatusAsDocumented(ConversationStatus status, String stored) {
    OutreachConversation failed =
        begun(tel(ChannelMethod.SMS).build()).setStatus(status).setFailureReason("no such").build();

    assertThat(item(failed))
        .containsEntry("conversation_status", text(stored))
        .doesNotContainKey("failure_reason");
  }

  @ParameterizedTest
  @CsvSource({
    "WHATSAPP, whatsapp, gsi_company_whatsapp_number",
    "SMS, sms, gsi_company_sms_number"
  })
  void shouldIndexTheNumberOfTheChannelThatIsUsedAlone(
      ChannelMethod method, String stored, String attribute) {
    ConversationRequest request = tel(method).setCompanySender("+447588713814").build();

    assertThat(item(begun(request).build()))
        .containsEntry("channel_method", text(stored))
        .containsEntry(attribute, text("+447588713814"))
        .satisfies(
            item -> assertThat(indexKeys(item)).containsOnly("gsi_recipient_tel", attribute));
  }

  @Test
  void shouldIndexTheAddressesOfMail() {
    ConversationRequest request =
        request(ChannelMethod.EMAIL)
            .setRecipientEmail("j.doe@example.com")
            .setCompanySender("replies@company.example")
            .build();
    OutreachConversation mail =
        begun(request)
            .setPrimaryChannel("j.doe@example.com")
            .setConversationId("ci-aaa-001#pi-aaa-001#req123#j.doe@example.com")
            .build();

    assertThat(item("j.doe@example.com#ci-aaa-001#pi-aaa-001#req123#j.doe@example.com", mail))
        .containsEntry("primary_channel", text("j.doe@example.com"))
        .containsEntry("conversation_id", text("ci-aaa-001#pi-aaa-001#req123#j.doe@example.com"))
        .containsEntry("channel_method", text("email"))
        .containsEntry("gsi_recipient_email", text("j.doe@example.com"))
        .containsEntry("gsi_company_email", text("replies@company.example"))
        .doesNotContainKey("recipient_tel")
        .satisfies(
            item ->
                assertThat(indexKeys(item))
                    .containsOnly("gsi_recipient_email", "gsi_company_email"));
  }

  @Test
  void shouldKeepEmptyTextsButNoEmptyIndexKey() {
    assertThat(item(begun(tel(ChannelMethod.SMS).setCompanyName("").build()).build()))
        .containsEntry("company_name", text(""));
    assertRefused(KEY, begun(tel(ChannelMethod.SMS).setCompanySender("").build()).build());
    assertRefused(KEY, begun(tel(ChannelMethod.SMS).setRecipientEmail("").build()).build());
  }

  @Test
  void shouldDeleteAForgottenConversationOnlyOnceItHasExpired() {
    assertThat(writes.tombstone("outreach.conversations", KEY))
        .isEqualTo(
            new Decoded.Write(
                new ExpiredDelete(
                    "conversations-dev",
                    new Item(
                        Map.of(
                            "primary_channel", text("+447123456789"),
                            "conversation_id", text("ci-aaa-001#pi-aaa-001#req123#447123456789"))),
                    "ttl")));
  }

  @Test
  void shouldRefuseAKeyThatTheValueDoesNotImply() {
    ConversationRequest request = tel(ChannelMethod.SMS).build();

    assertRefused("+447123456789#ci-aaa-001#other#req123#447123456789", begun(request).build());
    assertRefused(KEY, begun(request).setPrimaryChannel("+447123456780").build());
    assertRefused(KEY, begun(request).setConversationId("ci#pi#req#447123456789").build());
    assertRefused(KEY, begun(tel(ChannelMethod.SMS).setRequestId("2").build()).build());
  }

  @Test
  void shouldRefuseWhatNoAttributeHolds() {
    ConversationRequest request = tel(ChannelMethod.SMS).build();

    assertRefused(KEY, begun(request).setCreatedAt(Long.MAX_VALUE).build());
    assertRefused(KEY, begun(request).setUpdatedAt(Long.MIN_VALUE).build());
    assertRefused(KEY, begun(tel(ChannelMethod.SMS).setProjectData("7").build()).build());
    assertRefused(KEY, begun(tel(ChannelMethod.SMS).setAiConfig("{\"\":1}").build()).build());
  }

  /** What the documented item has of its request. */
  private static Map<String, AttributeValue> requested() {
    return Map.ofEntries(
        Map.entry("primary_channel", text("+447123456789")),
        Map.entry("conversation_id", text("ci-aaa-001#pi-aaa-001#req123#447123456789")),
        Map.entry("recipient_tel", text("+447123456789")),
        Map.entry("recipient_email", text("john.doe@example.com")),
        Map.entry("company_id", text("ci-aaa-001")),
        Map.entry("project_id", text("pi-aaa-001")),
        Map.entry("channel_method", text("whatsapp")),
        Map.entry("request_id", text("req123")),
        Map.entry("initial_request_timestamp", text("2023-09-15T11:45:32.789Z")),
        Map.entry("recipient_first_name", text("John")),
        Map.entry("recipient_last_name", text("Doe")),
        Map.entry("comms_consent", fromBool(true)),
        Map.entry("project_data", projectData()),
        Map.entry("company_name", text("Cucumber Recruitment")),
        Map.entry("project_name", text("Clarify CV")),
        Map.entry("company_rep", fromM(Map.of("company_rep_1", text("Carol")))),
        Map.entry("allowed_channels", fromL(List.of(text("whatsapp"), text("email")))),
        Map.entry("project_status", text("active")),
        Map.entry("auto_queue_initial_message", fromBool(false)),
        Map.entry("auto_queue_initial_message_from_number", fromL(List.of(text("+447111111111")))),
        Map.entry(
            "auto_queue_initial_message_from_email", fromL(List.of(text("support@example.com")))),
        Map.entry("auto_queue_reply_message", fromBool(true)),
        Map.entry("auto_queue_reply_message_from_number", fromL(List.of(text("+447222222222")))),
        Map.entry("auto_queue_reply_message_from_email", fromL(List.of())),
        Map.entry("ai_config", fromM(Map.of("assistant_id_replies", text("asst_r1")))),
        Map.entry(
            "channel_config", fromM(Map.of("company_whatsapp_number", text("+447588713814")))),
        Map.entry("gsi_recipient_tel", text("+447123456789")),
        Map.entry("gsi_recipient_email", text("john.doe@example.com")),
        Map.entry("gsi_company_whatsapp_number", text("+447588713814")));
  }

  /** What it has of how far it has come. */
  private static Map<String, AttributeValue> reached() {
    return Map.ofEntries(
        Map.entry("conversation_status", text("reply_sent")),
        Map.entry("messages", fromL(List.of(answer(), question()))),
        Map.entry("created_at", text("2023-11-01T12:00:00.000Z")),
        Map.entry("updated_at", text("2023-11-01T12:05:00.007Z")),
        Map.entry("processor_version", text("1.0.0")),
        Map.entry("router_version", text("1.0.1-dev")),
        Map.entry("thread_id", text("thread_abc123xyz")),
        Map.entry("email_id", text("<CAJ=z1q@example.com>")),
        Map.entry("task_complete", number("1")),
        Map.entry("processing_time_ms", number("1500")),
        Map.entry("function_call", fromBool(true)),
        Map.entry("function_call_type", text("submit_application")),
        Map.entry("hand_off_to_human", fromBool(true)),
        Map.entry("hand_off_to_human_reason", text("User requested agent")),
        Map.entry("ttl", number("1678886400")),
        Map.entry("rev", number("1130625600007")));
  }

  private static ConversationRequest fullRequest() {
    return tel(ChannelMethod.WHATSAPP)
        .setCompanySender("+447588713814")
        .setInitialRequestTimestamp("2023-09-15T11:45:32.789Z")
        .setRecipientEmail("john.doe@example.com")
        .setRecipientFirstName("John")
        .setRecipientLastName("Doe")
        .setCommsConsent(true)
        .setCompanyName("Cucumber Recruitment")
        .setProjectName("Clarify CV")
        .setProjectStatus("active")
        .setAllowedChannels(List.of("whatsapp", "email"))
        .setCompanyRep("{\"company_rep_1\":\"Carol\"}")
        .setChannelConfig("{\"company_whatsapp_number\":\"+447588713814\"}")
        .setAiConfig("{\"assistant_id_replies\":\"asst_r1\"}")
        .setProjectData(
            "{\"job_ref\":\"JR123\",\"points\":[{\"point\":\"licence\",\"confirmed\":false},"
                + "12.50,null],\"none\":{}}")
        .setAutoQueueInitialMessage(false)
        .setAutoQueueInitialMessageFromNumber(List.of("+447111111111"))
        .setAutoQueueInitialMessageFromEmail(List.of("support@example.com"))
        .setAutoQueueReplyMessage(true)
        .setAutoQueueReplyMessageFromNumber(List.of("+447222222222"))
        .setAutoQueueReplyMessageFromEmail(List.of())
        .setLife(86_400L)
        .build();
  }

  private static OutreachConversation full() {
    return begun(fullRequest())
        .setStatus(ConversationStatus.REPLY_SENT)
        .setMessages(List.of(answered(), asked()))
        .setUpdatedAt(1_698_840_300_007L)
        .setRouterVersion("1.0.1-dev")
        .setProcessorVersion("1.0.0")
        .setThreadId("thread_abc123xyz")
        .setEmailId("<CAJ=z1q@example.com>")
        .setTaskComplete(true)
        .setProcessingTimeMs(1_500L)
        .setFunctionCall(true)
        .setFunctionCallType("submit_application")
        .setHandOffToHuman(true)
        .setHandOffToHumanReason("User requested agent")
        .setTtl(1_678_886_400L)
        .setRev(1_130_625_600_007L)
        .build();
  }

  private static AttributeValue projectData() {
    AttributeValue point = fromM(Map.of("point", text("licence"), "confirmed", fromBool(false)));
    return fromM(
        Map.of(
            "job_ref", text("JR123"),
            "points", fromL(List.of(point, number("12.5"), NULL)),
            "none", fromM(Map.of())));
  }

  private static MessageEntry answered() {
    return MessageEntry.newBuilder()
        .setEntryId("5f1bd5a3-4f0c-5c61-8a53-0f3b4b2a9a11")
        .setMessageTimestamp(1_698_840_300_000L)
        .setRole(EntryRole.ASSISTANT)
        .setContent("Hello, this is a message from the AI.")
        .setAiPromptTokens(150L)
        .setAiCompletionTokens(50L)
        .setAiTotalTokens(200L)
        .setProcessingTimeMs(850L)
        .build();
  }

  private static AttributeValue answer() {
    return fromM(
        Map.of(
            "entry_id", text("5f1bd5a3-4f0c-5c61-8a53-0f3b4b2a9a11"),
            "message_timestamp", text("2023-11-01T12:05:00.000Z"),
            "role", text("assistant"),
            "content", text("Hello, this is a message from the AI."),
            "ai_prompt_tokens", number("150"),
            "ai_completion_tokens", number("50"),
            "ai_total_tokens", number("200"),
            "processing_time_ms", number("850")));
  }

  private static MessageEntry asked() {
    return MessageEntry.newBuilder()
        .setEntryId("0b1e2e5c-9d52-5d0e-9a43-6a1f2f3c4d5e")
        .setMessageTimestamp(1_698_840_300_007L)
        .setRole(EntryRole.USER)
        .setContent("Yes 😀\n[image cv.png]")
        .build();
  }

  private static AttributeValue question() {
    return fromM(
        Map.of(
            "entry_id", text("0b1e2e5c-9d52-5d0e-9a43-6a1f2f3c4d5e"),
            "message_timestamp", text("2023-11-01T12:05:00.007Z"),
            "role", text("user"),
            "content", text("Yes 😀\n[image cv.png]")));
  }

  private static ConversationRequest.Builder tel(ChannelMethod method) {
    return request(method).setRecipientTel("+447123456789");
  }

  private Map<String, AttributeValue> item(OutreachConversation conversation) {
    return item(KEY, conversation);
  }

  private Map<String, AttributeValue> item(String key, OutreachConversation conversation) {
    return writes.item("conversations-dev", "primary_channel", key, conversation);
  }

  private void assertRefused(String key, OutreachConversation conversation) {
    assertThat(writes.decode(key, conversation)).isInstanceOf(Decoded.Unwritable.class);
  }

  private static List<String> indexKeys(Map<String, AttributeValue> item) {
    return item.keySet().stream().filter(name -> name.startsWith("gsi_")).toList();
  }
}
