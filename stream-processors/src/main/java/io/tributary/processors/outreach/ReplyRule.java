package io.tributary.processors.outreach;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.channels.ProviderMessage;
import io.tributary.processors.fact.SameFields;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules for replies: the conversation and the record after one. */
final class ReplyRule {

  private static final SameFields OF_CONVERSATION =
      SameFields.of(OutreachConversation.getClassSchema(), OutreachReply.getClassSchema());
  private static final SameFields OF_REQUEST =
      SameFields.of(ConversationRequest.getClassSchema(), OutreachReply.getClassSchema());
  private static final SameFields OF_REPLY =
      SameFields.of(ChannelReply.getClassSchema(), OutreachReply.getClassSchema());

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
    return OutreachConversationRule.changed(
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
    OutreachReply routed =
        OF_REPLY.copy(
            reply, OF_REQUEST.copy(request, OF_CONVERSATION.copy(after, new OutreachReply())));
    routed.setMessageId(reply.getEventId());
    routed.setEntryId(EntryIds.of(reply.getEventId()));
    routed.setRoute(ReplyRouting.of(after));
    routed.setCompanySender(request.getCompanySender());
    routed.setText(message.text());
    routed.setAttachments(message.attachments());
    routed.setConversationStatus(after.getStatus());
    routed.setAcceptedAtMs(at);
    routed.setMetadata(message.metadata());
    message.senderName().ifPresent(routed::setSenderName);
    message.identity().e164().ifPresent(routed::setSenderNumber);
    message.identity().userId().ifPresent(routed::setSenderUserId);
    message.identity().parentUserId().ifPresent(routed::setSenderParentUserId);
    message.identity().userName().ifPresent(routed::setSenderUsername);
    message.threadId().ifPresent(routed::setAnsweredId);
    message.sentAt().ifPresent(routed::setSentAtMs);
    return routed;
  }
}
