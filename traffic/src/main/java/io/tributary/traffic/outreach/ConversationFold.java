package io.tributary.traffic.outreach;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.avro.outreach.ReplyRoute;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One life of a conversation, of messages that an item has room for. */
final class ConversationFold {

  private final String recipient;
  private final String id;
  private final ConversationRequest request;
  private final String version;
  private final long createdAt;
  private final List<OutreachConversation> records;
  private final List<MessageEntry> messages = new ArrayList<>();
  private ConversationStatus status = ConversationStatus.PROCESSING;
  private long updatedAt;
  private @Nullable String threadId;
  private @Nullable String emailId;
  private boolean complete;
  private @Nullable Long processingTime;
  private boolean functionCall;
  private @Nullable String functionCallType;
  private boolean handedOff;
  private @Nullable String handOffReason;
  private @Nullable String failure;

  /**
   * A conversation that the request begins.
   *
   * @param records changes of its record, its lives before included
   */
  ConversationFold(
      String recipient,
      ConversationRequest request,
      FactEnvelope envelope,
      List<OutreachConversation> records) {
    this.recipient = recipient;
    this.request = request;
    this.id = idOf(recipient, request);
    this.version = envelope.getProducerVersion();
    this.createdAt = envelope.getAcceptedAt();
    this.records = records;
    changed(createdAt);
  }

  static String idOf(String recipient, ConversationRequest request) {
    return String.join(
        "#",
        request.getCompanyId(),
        request.getProjectId(),
        request.getRequestId(),
        recipient.startsWith("+") ? recipient.substring(1) : recipient);
  }

  /** The channel and the sender of the company, such as {@code sms +15550100}. */
  static String correspondence(ConversationRequest request) {
    return lower(request.getChannelMethod()) + ' ' + request.getCompanySender();
  }

  String correspondence() {
    return correspondence(request);
  }

  long createdAt() {
    return createdAt;
  }

  boolean isOver() {
    return status == ConversationStatus.COMPLETED || status == ConversationStatus.FAILED;
  }

  /** True until its life has passed by the clock of a fact, epoch milliseconds. */
  boolean isAlive(long at) {
    Long ttl = ttl();
    return ttl == null || ttl > Math.floorDiv(at, 1000L);
  }

  private @Nullable Long ttl() {
    Long life = request.getLife();
    return life == null ? null : Math.floorDiv(updatedAt, 1000L) + life;
  }

  /** Applies an update; false, with nothing changed, when its status does not allow it. */
  boolean update(Object update, long at) {
    if (!allows(update)) {
      return false;
    }
    if (update instanceof InitialMessageSent sent) {
      sent(sent, at);
    } else if (update instanceof SendingFailed failed) {
      status = ConversationStatus.FAILED;
      failure = failed.getReason();
    } else if (update instanceof ReplySent sent) {
      status = ConversationStatus.REPLY_SENT;
      say(sent.getMessage(), at);
    } else if (update instanceof HandOff handOff) {
      handedOff = true;
      handOffReason = handOff.getReason();
    } else if (update instanceof FunctionCall call) {
      functionCall = true;
      functionCallType = call.getType();
    } else {
      status = ConversationStatus.COMPLETED;
      complete = true;
    }
    changed(at);
    return true;
  }

  private boolean allows(Object update) {
    if (update instanceof InitialMessageSent || update instanceof SendingFailed) {
      return status == ConversationStatus.PROCESSING;
    }
    if (update instanceof ReplySent) {
      return status == ConversationStatus.PROCESSING_REPLY;
    }
    return !(update instanceof Completion) || status != ConversationStatus.FAILED;
  }

  private void sent(InitialMessageSent sent, long at) {
    status = ConversationStatus.INITIAL_MESSAGE_SENT;
    complete = true;
    threadId = sent.getThreadId();
    emailId = sent.getEmailId();
    processingTime = sent.getProcessingTimeMs();
    say(sent.getMessage(), at);
  }

  private void say(@Nullable AssistantMessage message, long at) {
    if (message != null) {
      messages.add(
          new MessageEntry(
              EntryId.of(message.getMessageId()),
              at,
              EntryRole.ASSISTANT,
              message.getContent(),
              message.getAiPromptTokens(),
              message.getAiCompletionTokens(),
              message.getAiTotalTokens(),
              message.getProcessingTimeMs()));
    }
  }

  /** Appends what the recipient says, and gives the record that tells of it. */
  OutreachReply reply(ChannelReply reply, String text, long at) {
    String entryId = EntryId.of(reply.getEventId());
    messages.add(new MessageEntry(entryId, at, EntryRole.USER, text, null, null, null, null));
    if (status == ConversationStatus.INITIAL_MESSAGE_SENT
        || status == ConversationStatus.REPLY_SENT) {
      status = ConversationStatus.PROCESSING_REPLY;
    }
    changed(at);
    return OutreachReply.newBuilder()
        .setPrimaryChannel(recipient)
        .setConversationId(id)
        .setMessageId(reply.getEventId())
        .setEntryId(entryId)
        .setRoute(isForHumans() ? ReplyRoute.HUMAN : ReplyRoute.ASSISTANT)
        .setCompanyId(request.getCompanyId())
        .setProjectId(request.getProjectId())
        .setRequestId(request.getRequestId())
        .setChannelMethod(request.getChannelMethod())
        .setCompanySender(reply.getChannelId())
        .setProvider(reply.getProvider())
        .setAccount(reply.getAccount())
        .setText(text)
        .setConversationStatus(status)
        .setHandOffToHuman(handedOff)
        .setThreadId(threadId)
        .setAcceptedAt(at)
        .build();
  }

  private boolean isForHumans() {
    List<String> members =
        recipient.startsWith("+")
            ? request.getAutoQueueReplyMessageFromNumber()
            : request.getAutoQueueReplyMessageFromEmail();
    return Boolean.TRUE.equals(request.getAutoQueueReplyMessage())
        && (members == null || members.isEmpty() || members.stream().anyMatch(this::isRecipient));
  }

  private boolean isRecipient(String member) {
    String lower = member.toLowerCase(Locale.ROOT);
    return lower.equals(recipient) || lower.equals("whatsapp:" + recipient);
  }

  private void changed(long at) {
    updatedAt = Math.max(Math.max(updatedAt, createdAt), at);
    records.add(
        new OutreachConversation(
            recipient,
            id,
            request,
            status,
            List.copyOf(messages),
            createdAt,
            updatedAt,
            version,
            version,
            threadId,
            emailId,
            complete,
            processingTime,
            functionCall,
            functionCallType,
            handedOff,
            handOffReason,
            failure,
            ttl(),
            0L));
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
