package io.tributary.traffic.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.traffic.Plain;
import io.tributary.traffic.Plain.Null;
import io.tributary.traffic.json.PlainJson;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Item of a conversation, without {@code rev}. */
final class OutreachItem {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Map<ChannelMethod, String> SENDERS =
      Map.of(
          ChannelMethod.WHATSAPP, "gsi_company_whatsapp_number",
          ChannelMethod.SMS, "gsi_company_sms_number",
          ChannelMethod.EMAIL, "gsi_company_email");

  private final Map<String, Object> attributes = new TreeMap<>();

  private OutreachItem() {}

  /** The item of a record. */
  static Map<String, Object> of(OutreachConversation conversation) {
    OutreachItem item = new OutreachItem();
    item.putRequest(conversation.getRequest());
    item.putProgress(conversation);
    return item.attributes;
  }

  private void putRequest(ConversationRequest request) {
    put("company_id", request.getCompanyId());
    put("project_id", request.getProjectId());
    put("request_id", request.getRequestId());
    put("channel_method", ConversationFold.lower(request.getChannelMethod()));
    put("recipient_tel", request.getRecipientTel());
    put("recipient_email", request.getRecipientEmail());
    put("gsi_recipient_tel", request.getRecipientTel());
    put("gsi_recipient_email", request.getRecipientEmail());
    put(SENDERS.get(request.getChannelMethod()), request.getCompanySender());
    put("initial_request_timestamp", request.getInitialRequestTimestamp());
    put("recipient_first_name", request.getRecipientFirstName());
    put("recipient_last_name", request.getRecipientLastName());
    put("comms_consent", request.getCommsConsent());
    put("company_name", request.getCompanyName());
    put("project_name", request.getProjectName());
    put("project_status", request.getProjectStatus());
    put("allowed_channels", request.getAllowedChannels());
    putObject("company_rep", request.getCompanyRep());
    putObject("channel_config", request.getChannelConfig());
    putObject("ai_config", request.getAiConfig());
    putObject("project_data", request.getProjectData());
    String initial = "auto_queue_initial_message";
    put(initial, request.getAutoQueueInitialMessage());
    put(initial + "_from_number", request.getAutoQueueInitialMessageFromNumber());
    put(initial + "_from_email", request.getAutoQueueInitialMessageFromEmail());
    String reply = "auto_queue_reply_message";
    put(reply, request.getAutoQueueReplyMessage());
    put(reply + "_from_number", request.getAutoQueueReplyMessageFromNumber());
    put(reply + "_from_email", request.getAutoQueueReplyMessageFromEmail());
  }

  private void putProgress(OutreachConversation conversation) {
    put("primary_channel", conversation.getPrimaryChannel());
    put("conversation_id", conversation.getConversationId());
    put("conversation_status", ConversationFold.lower(conversation.getStatus()));
    put("created_at", time(conversation.getCreatedAt()));
    put("updated_at", time(conversation.getUpdatedAt()));
    put("router_version", conversation.getRouterVersion());
    put("processor_version", conversation.getProcessorVersion());
    put("task_complete", Plain.number(conversation.getTaskComplete() ? 1 : 0));
    put("processing_time_ms", number(conversation.getProcessingTimeMs()));
    put("function_call", conversation.getFunctionCall());
    putNullable("function_call_type", conversation.getFunctionCallType());
    put("hand_off_to_human", conversation.getHandOffToHuman());
    putNullable("hand_off_to_human_reason", conversation.getHandOffToHumanReason());
    putNullable("thread_id", conversation.getThreadId());
    putNullable("email_id", conversation.getEmailId());
    put("messages", conversation.getMessages().stream().map(OutreachItem::entry).toList());
    put("ttl", number(conversation.getTtl()));
  }

  private static Object entry(MessageEntry entry) {
    OutreachItem item = new OutreachItem();
    item.put("entry_id", entry.getEntryId());
    item.put("message_timestamp", time(entry.getMessageTimestamp()));
    item.put("role", ConversationFold.lower(entry.getRole()));
    item.put("content", entry.getContent());
    item.put("ai_prompt_tokens", number(entry.getAiPromptTokens()));
    item.put("ai_completion_tokens", number(entry.getAiCompletionTokens()));
    item.put("ai_total_tokens", number(entry.getAiTotalTokens()));
    item.put("processing_time_ms", number(entry.getProcessingTimeMs()));
    return item.attributes;
  }

  private static @Nullable Object number(@Nullable Long number) {
    return number == null ? null : Plain.number(number);
  }

  /** Time as items show it, of epoch milliseconds. */
  private static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** Puts what is known. */
  private void put(@Nullable String name, @Nullable Object value) {
    if (name != null && value != null) {
      attributes.put(name, value instanceof List<?> list ? List.copyOf(list) : value);
    }
  }

  private void putNullable(String name, @Nullable String text) {
    attributes.put(name, text == null ? Null.NULL : text);
  }

  private void putObject(String name, @Nullable String json) {
    if (json != null) {
      attributes.put(name, PlainJson.object(json));
    }
  }
}
