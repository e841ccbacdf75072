package io.tributary.schemas.item;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Table and items of the outreach family. Four local indexes project everything, so DynamoDB holds
 * an item five times, and all five must stay under 400 KB.
 */
public final class OutreachItems {

  /** Upper limit of an item: 78 KB, so that five copies have 10 KB to spare. */
  public static final long LIMIT = 78L * 1024;

  /**
   * Limit of a request's part of its item: leaves room for the largest entry and all fields of
   * updates.
   */
  public static final long MOST_OF_REQUEST = 40L * 1024;

  /** Upper limit of one entry's content. */
  public static final long MOST_OF_CONTENT = 32L * 1024;

  private static final String PK = "primary_channel";
  private static final String EXPIRY = "ttl";

  /** DynamoDB takes no Boolean as a key: 0 or 1. */
  private static final KeyAttribute TASK_COMPLETE = KeyAttribute.number("task_complete");

  private static final List<IndexDefinition> OF_COMPANIES =
      List.of(
          new IndexDefinition(
              "company-id-project-id-index", TableKey.of("company_id", "project_id")),
          new IndexDefinition(
              "company-whatsapp-number-recipient-tel-index",
              TableKey.of("gsi_company_whatsapp_number", "gsi_recipient_tel")),
          new IndexDefinition(
              "company-sms-number-recipient-tel-index",
              TableKey.of("gsi_company_sms_number", "gsi_recipient_tel")),
          new IndexDefinition(
              "company-email-recipient-email-index",
              TableKey.of("gsi_company_email", "gsi_recipient_email")));

  private static final List<IndexDefinition> OF_A_RECIPIENT =
      List.of(
          new IndexDefinition("created-at-index", TableKey.of(PK, "created_at")),
          new IndexDefinition(
              "task-complete-index",
              new TableKey(KeyAttribute.text(PK), Optional.of(TASK_COMPLETE))),
          new IndexDefinition("conversation-status-index", TableKey.of(PK, "conversation_status")),
          new IndexDefinition("channel-method-index", TableKey.of(PK, "channel_method")));

  public static final TableDefinition CONVERSATIONS =
      new TableDefinition(
          "conversations-dev",
          TableKey.of(PK, "conversation_id"),
          OF_COMPANIES,
          OF_A_RECIPIENT,
          Optional.of(EXPIRY),
          Optional.empty(),
          false);

  /** Index keys only where they have a value: DynamoDB takes no empty one. */
  private static final Attributes<ConversationRequest> REQUEST =
      new Attributes<ConversationRequest>()
          .indexKey("company_id", ConversationRequest::getCompanyId)
          .indexKey("project_id", ConversationRequest::getProjectId)
          .text("request_id", ConversationRequest::getRequestId)
          .word("channel_method", ConversationRequest::getChannelMethod)
          .text("initial_request_timestamp", ConversationRequest::getInitialRequestTimestamp)
          .text("company_name", ConversationRequest::getCompanyName)
          .text("project_name", ConversationRequest::getProjectName)
          .text("project_status", ConversationRequest::getProjectStatus)
          .texts("allowed_channels", ConversationRequest::getAllowedChannels)
          .json("project_data", ConversationRequest::getProjectDataJson)
          .json("company_rep", ConversationRequest::getCompanyRepJson)
          .json("ai_config", ConversationRequest::getAiConfigJson)
          .json("channel_config", ConversationRequest::getChannelConfigJson)
          .text("recipient_tel", ConversationRequest::getRecipientTel)
          .text("recipient_email", ConversationRequest::getRecipientEmail)
          .text("recipient_first_name", ConversationRequest::getRecipientFirstName)
          .text("recipient_last_name", ConversationRequest::getRecipientLastName)
          .flag("comms_consent", ConversationRequest::getCommsConsent)
          .flag("auto_queue_initial_message", ConversationRequest::getAutoQueueInitialMessage)
          .texts(
              "auto_queue_initial_message_from_number",
              ConversationRequest::getAutoQueueInitialMessageFromNumber)
          .texts(
              "auto_queue_initial_message_from_email",
              ConversationRequest::getAutoQueueInitialMessageFromEmail)
          .flag("auto_queue_reply_message", ConversationRequest::getAutoQueueReplyMessage)
          .texts(
              "auto_queue_reply_message_from_number",
              ConversationRequest::getAutoQueueReplyMessageFromNumber)
          .texts(
              "auto_queue_reply_message_from_email",
              ConversationRequest::getAutoQueueReplyMessageFromEmail)
          .indexKey("gsi_recipient_tel", ConversationRequest::getRecipientTel)
          .indexKey("gsi_recipient_email", ConversationRequest::getRecipientEmail)
          .indexKey("gsi_company_whatsapp_number", sender(ChannelMethod.whatsapp))
          .indexKey("gsi_company_sms_number", sender(ChannelMethod.sms))
          .indexKey("gsi_company_email", sender(ChannelMethod.email));

  private static final Attributes<MessageEntry> MESSAGE =
      new Attributes<MessageEntry>()
          .text("entry_id", MessageEntry::getEntryId)
          .millisecond("message_timestamp", MessageEntry::getMessageTimestampMs)
          .word("role", MessageEntry::getRole)
          .text("content", MessageEntry::getContent)
          .number("ai_prompt_tokens", MessageEntry::getAiPromptTokens)
          .number("ai_completion_tokens", MessageEntry::getAiCompletionTokens)
          .number("ai_total_tokens", MessageEntry::getAiTotalTokens)
          .number("processing_time_ms", MessageEntry::getProcessingTimeMs);

  /** Conversations: request, status and messages. */
  public static final ItemLayout<OutreachKey, OutreachConversation> CONVERSATION =
      ItemLayout.of(
              OutreachTopics.CONVERSATIONS,
              CONVERSATIONS,
              OutreachKey::of,
              key -> List.of(key.recipient(), key.conversationId()),
              new Attributes<OutreachConversation>()
                  .check(OutreachItems::requireImplied)
                  .all(OutreachConversation::getRequest, REQUEST)
                  .word("conversation_status", OutreachConversation::getStatus)
                  .maps("messages", OutreachConversation::getMessages, MESSAGE)
                  .millisecond("created_at", OutreachConversation::getCreatedAtMs)
                  .millisecond("updated_at", OutreachConversation::getUpdatedAtMs)
                  .text("router_version", OutreachConversation::getRouterVersion)
                  .text("processor_version", OutreachConversation::getProcessorVersion)
                  .textOrNull("thread_id", OutreachConversation::getThreadId)
                  .textOrNull("email_id", OutreachConversation::getEmailId)
                  .number("task_complete", sent -> sent.getTaskComplete() ? 1L : 0L)
                  .number("processing_time_ms", OutreachConversation::getProcessingTimeMs)
                  .flag("function_call", OutreachConversation::getFunctionCall)
                  .textOrNull("function_call_type", OutreachConversation::getFunctionCallType)
                  .flag("hand_off_to_human", OutreachConversation::getHandOffToHuman)
                  .textOrNull(
                      "hand_off_to_human_reason", OutreachConversation::getHandOffToHumanReason)
                  .number(EXPIRY, OutreachConversation::getExpiresAtS)
                  .revision(OutreachConversation::getRev))
          .withTombstones();

  private OutreachItems() {}

  /** A request's part of its item. */
  public static Map<String, Object> of(ConversationRequest request, String recipient) {
    Map<String, Object> part = REQUEST.of(request);
    part.put(PK, recipient);
    return part;
  }

  /** Bytes of an element of the messages. */
  public static long sizeOf(MessageEntry entry) {
    return ItemSize.element(MESSAGE.of(entry));
  }

  private static void requireImplied(OutreachConversation conversation) {
    String implied = OutreachKey.of(conversation).conversationId();
    if (!implied.equals(conversation.getConversationId())) {
      throw new KeyFormatException("is not the one that the value implies");
    }
  }

  private static Function<ConversationRequest, @Nullable String> sender(ChannelMethod channel) {
    return request -> request.getChannelMethod() == channel ? request.getCompanySender() : null;
  }
}
