package io.tributary.sink.outreach;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of conversations to items with request, status and messages. */
final class ConversationMapper implements RecordMapper<OutreachKey, OutreachConversation> {

  @Override
  public ItemWrite map(OutreachKey key, OutreachConversation conversation) {
    RecordMapper.requireImplied(OutreachKey.of(conversation), key);
    RecordMapper.requireImplied(conversation.getConversationId(), key.conversationId());
    ItemBuilder item = OutreachTables.item(key);
    ConversationRequest request = conversation.getRequest();
    addRequest(item, request);
    addPeople(item, request);
    addRouting(item, request);
    addIndexKeys(item, request);
    addState(item, conversation);
    return new VersionedPut(OutreachTables.CONVERSATIONS.name(), OutreachTables.PK, item.build());
  }

  @Override
  public Optional<VersionedDelete> removal(OutreachKey key) {
    return Optional.of(
        new VersionedDelete(
            OutreachTables.CONVERSATIONS.name(), OutreachTables.item(key).build(), 0));
  }

  /** Deletes an item that the topic has forgotten, once it has expired. */
  @Override
  public Decoded mapTombstone(OutreachKey key) {
    return new Decoded.Write(
        new ExpiredDelete(
            OutreachTables.CONVERSATIONS.name(),
            OutreachTables.item(key).build(),
            OutreachTables.EXPIRY));
  }

  private static void addRequest(ItemBuilder item, ConversationRequest request) {
    item.indexKey("company_id", request.getCompanyId())
        .indexKey("project_id", request.getProjectId())
        .text("request_id", request.getRequestId())
        .text("channel_method", request.getChannelMethod().name())
        .text("initial_request_timestamp", request.getInitialRequestTimestamp())
        .text("company_name", request.getCompanyName())
        .text("project_name", request.getProjectName())
        .text("project_status", request.getProjectStatus())
        .texts("allowed_channels", request.getAllowedChannels())
        .json("project_data", request.getProjectDataJson())
        .json("company_rep", request.getCompanyRepJson())
        .json("ai_config", request.getAiConfigJson())
        .json("channel_config", request.getChannelConfigJson());
  }

  private static void addPeople(ItemBuilder item, ConversationRequest request) {
    item.text("recipient_tel", request.getRecipientTel())
        .text("recipient_email", request.getRecipientEmail())
        .text("recipient_first_name", request.getRecipientFirstName())
        .text("recipient_last_name", request.getRecipientLastName())
        .flag("comms_consent", request.getCommsConsent());
  }

  private static void addRouting(ItemBuilder item, ConversationRequest request) {
    item.flag("auto_queue_initial_message", request.getAutoQueueInitialMessage())
        .texts(
            "auto_queue_initial_message_from_number",
            request.getAutoQueueInitialMessageFromNumber())
        .texts(
            "auto_queue_initial_message_from_email", request.getAutoQueueInitialMessageFromEmail())
        .flag("auto_queue_reply_message", request.getAutoQueueReplyMessage())
        .texts("auto_queue_reply_message_from_number", request.getAutoQueueReplyMessageFromNumber())
        .texts("auto_queue_reply_message_from_email", request.getAutoQueueReplyMessageFromEmail());
  }

  /** Index keys only where they have a value: DynamoDB takes no empty one. */
  private static void addIndexKeys(ItemBuilder item, ConversationRequest request) {
    String sender =
        switch (request.getChannelMethod()) {
          case whatsapp -> "gsi_company_whatsapp_number";
          case sms -> "gsi_company_sms_number";
          case email -> "gsi_company_email";
        };
    item.indexKey("gsi_recipient_tel", request.getRecipientTel())
        .indexKey("gsi_recipient_email", request.getRecipientEmail())
        .indexKey(sender, request.getCompanySender());
  }

  private static void addState(ItemBuilder item, OutreachConversation conversation) {
    item.text("conversation_status", conversation.getStatus().name())
        .maps(
            "messages",
            conversation.getMessages().stream().map(ConversationMapper::message).toList())
        .millisecond("created_at", conversation.getCreatedAtMs())
        .millisecond("updated_at", conversation.getUpdatedAtMs())
        .text("router_version", conversation.getRouterVersion())
        .text("processor_version", conversation.getProcessorVersion())
        .textOrNull("thread_id", conversation.getThreadId())
        .textOrNull("email_id", conversation.getEmailId())
        .number("task_complete", conversation.getTaskComplete() ? 1L : 0L)
        .number("processing_time_ms", conversation.getProcessingTimeMs())
        .flag("function_call", conversation.getFunctionCall())
        .textOrNull("function_call_type", conversation.getFunctionCallType())
        .flag("hand_off_to_human", conversation.getHandOffToHuman())
        .textOrNull("hand_off_to_human_reason", conversation.getHandOffToHumanReason())
        .number(OutreachTables.EXPIRY, conversation.getExpiresAtS())
        .number(VersionedPut.REVISION, conversation.getRev());
  }

  private static ItemBuilder message(MessageEntry entry) {
    return new ItemBuilder()
        .text("entry_id", entry.getEntryId())
        .millisecond("message_timestamp", entry.getMessageTimestampMs())
        .text("role", entry.getRole().name())
        .text("content", entry.getContent())
        .number("ai_prompt_tokens", entry.getAiPromptTokens())
        .number("ai_completion_tokens", entry.getAiCompletionTokens())
        .number("ai_total_tokens", entry.getAiTotalTokens())
        .number("processing_time_ms", entry.getProcessingTimeMs());
  }
}
