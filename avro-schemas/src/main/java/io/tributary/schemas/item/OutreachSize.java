package io.tributary.schemas.item;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of an item of conversations-dev. Four local indexes project everything, so DynamoDB holds
 * it five times, and all five must stay under 400 KB.
 */
public final class OutreachSize {

  /** Upper limit of an item: 78 KB, so that five copies have 10 KB to spare. */
  public static final long LIMIT = 78L * 1024;

  /**
   * Limit of a request's part of its item: leaves room for the largest entry and all fields of
   * updates.
   */
  public static final long MOST_OF_REQUEST = 40L * 1024;

  /** Upper limit of one entry's content. */
  public static final long MOST_OF_CONTENT = 32L * 1024;

  private static final String TIMESTAMP = "2026-02-21T14:30:00.000Z";
  private static final String UUID = "00000000-0000-5000-8000-000000000000";
  private static final String LONGEST_ROLE = "assistant";
  private static final String LONGEST_STATUS = "initial_message_sent";
  private static final int ELEMENT = 1;

  private OutreachSize() {}

  /** Bytes without the messages. */
  public static long withoutMessages(OutreachConversation conversation) {
    ItemSize size =
        request(conversation.getRequest(), conversation.getPrimaryChannel())
            .text("conversation_id", conversation.getConversationId())
            .text("conversation_status", LONGEST_STATUS)
            .list("messages", 0, 0)
            .text("created_at", TIMESTAMP)
            .text("updated_at", TIMESTAMP)
            .text("router_version", conversation.getRouterVersion())
            .text("processor_version", conversation.getProcessorVersion())
            .number("task_complete", 1L)
            .number("processing_time_ms", conversation.getProcessingTimeMs())
            .flag("function_call", conversation.getFunctionCall())
            .flag("hand_off_to_human", conversation.getHandOffToHuman())
            .number("ttl", conversation.getExpiresAtS())
            .number("rev");
    nullable(size, "thread_id", conversation.getThreadId());
    nullable(size, "email_id", conversation.getEmailId());
    nullable(size, "function_call_type", conversation.getFunctionCallType());
    nullable(size, "hand_off_to_human_reason", conversation.getHandOffToHumanReason());
    return size.bytes();
  }

  /** Bytes of an element of the messages. */
  public static long of(MessageEntry entry) {
    return new ItemSize()
            .text("entry_id", UUID)
            .text("message_timestamp", TIMESTAMP)
            .text("role", LONGEST_ROLE)
            .text("content", entry.getContent())
            .number("ai_prompt_tokens", entry.getAiPromptTokens())
            .number("ai_completion_tokens", entry.getAiCompletionTokens())
            .number("ai_total_tokens", entry.getAiTotalTokens())
            .number("processing_time_ms", entry.getProcessingTimeMs())
            .mapBytes()
        + ELEMENT;
  }

  /** Bytes of a request's part of its item. */
  public static long of(ConversationRequest request, String recipient) {
    return request(request, recipient).bytes();
  }

  private static ItemSize request(ConversationRequest request, String recipient) {
    return new ItemSize()
        .text("primary_channel", recipient)
        .text("recipient_tel", request.getRecipientTel())
        .text("gsi_recipient_tel", request.getRecipientTel())
        .text("recipient_email", request.getRecipientEmail())
        .text("gsi_recipient_email", request.getRecipientEmail())
        .text("company_id", request.getCompanyId())
        .text("project_id", request.getProjectId())
        .text("request_id", request.getRequestId())
        .text("channel_method", request.getChannelMethod().name())
        .text("gsi_company_whatsapp_number", request.getCompanySender())
        .text("initial_request_timestamp", request.getInitialRequestTimestamp())
        .text("recipient_first_name", request.getRecipientFirstName())
        .text("recipient_last_name", request.getRecipientLastName())
        .flag("comms_consent", request.getCommsConsent())
        .structure("project_data", request.getProjectDataJson())
        .text("company_name", request.getCompanyName())
        .text("project_name", request.getProjectName())
        .structure("company_rep", request.getCompanyRepJson())
        .texts("allowed_channels", request.getAllowedChannels())
        .text("project_status", request.getProjectStatus())
        .flag("auto_queue_initial_message", request.getAutoQueueInitialMessage())
        .texts(
            "auto_queue_initial_message_from_number",
            request.getAutoQueueInitialMessageFromNumber())
        .texts(
            "auto_queue_initial_message_from_email", request.getAutoQueueInitialMessageFromEmail())
        .flag("auto_queue_reply_message", request.getAutoQueueReplyMessage())
        .texts("auto_queue_reply_message_from_number", request.getAutoQueueReplyMessageFromNumber())
        .texts("auto_queue_reply_message_from_email", request.getAutoQueueReplyMessageFromEmail())
        .structure("ai_config", request.getAiConfigJson())
        .structure("channel_config", request.getChannelConfigJson());
  }

  private static void nullable(ItemSize size, String name, @Nullable String value) {
    if (value == null) {
      size.nothing(name);
    } else {
      size.text(name, value);
    }
  }
}
