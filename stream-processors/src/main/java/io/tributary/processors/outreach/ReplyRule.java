package io.tributary.processors.outreach;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.channels.ProviderMessage;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules for replies: the conversation and the record after one. */
final class ReplyRule {

  private ReplyRule() {}

  /**
   * The conversation with the reply.
   *
   * @param at accepted_at_ms, epoch milliseconds
   */
  static OutreachConversation replied(
      OutreachConversation before, String eventId, ProviderMessage message, long at) {
    MessageEntry entry =
        MessageEntry.newBuilder()
            .setEntryId(EntryIds.of(eventId))
            .setMessageId(messageId(message))
            .setMessageTimestampMs(at)
            .setRole(EntryRole.user)
            .setContent(ReplyContent.of(message))
            .build();
    return ConversationRule.changed(
        before, StatusTransition.REPLY, Optional.of(entry), after -> {}, at);
  }

  private static @Nullable String messageId(ProviderMessage message) {
    return Stream.of("message_id", "message_sid")
        .map(message.metadata()::get)
        .filter(Objects::nonNull)
        .map(AnsweredMessages::plain)
        .findFirst()
        .orElse(null);
  }

  /**
   * The whole reply for its handler.
   *
   * @param after the conversation with the reply
   * @param at accepted_at_ms, epoch milliseconds
   */
  static OutreachReply replyOf(
      OutreachConversation after, ChannelReply reply, ProviderMessage message, long at) {
    ConversationRequest request = after.getRequest();
    OutreachReply.Builder routed =
        OutreachReply.newBuilder()
            .setPrimaryChannel(after.getPrimaryChannel())
            .setConversationId(after.getConversationId())
            .setMessageId(reply.getEventId())
            .setEntryId(EntryIds.of(reply.getEventId()))
            .setRoute(ReplyRouting.of(after))
            .setCompanyId(request.getCompanyId())
            .setProjectId(request.getProjectId())
            .setRequestId(request.getRequestId())
            .setChannelMethod(request.getChannelMethod())
            .setCompanySender(request.getCompanySender())
            .setProvider(reply.getProvider())
            .setAccount(reply.getAccount())
            .setText(message.text())
            .setAttachments(message.attachments())
            .setConversationStatus(after.getStatus())
            .setHandOffToHuman(after.getHandOffToHuman())
            .setThreadId(after.getThreadId())
            .setAcceptedAtMs(at)
            .setMetadata(message.metadata());
    message.senderName().ifPresent(routed::setSenderName);
    message.identity().e164().ifPresent(routed::setSenderNumber);
    message.identity().userId().ifPresent(routed::setSenderUserId);
    message.identity().parentUserId().ifPresent(routed::setSenderParentUserId);
    message.identity().userName().ifPresent(routed::setSenderUsername);
    message.threadId().ifPresent(routed::setAnsweredId);
    message.sentAt().ifPresent(routed::setSentAtMs);
    return routed.build();
  }
}
