package io.tributary.processors.outreach;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.item.OutreachItems;
import io.tributary.schemas.key.outreach.OutreachKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rules for conversations: the newest entries stay, as many as an item holds. Times are
 * accepted_at_ms, epoch milliseconds.
 */
final class OutreachConversationRule {

  private static final long MILLIS = 1000;

  private OutreachConversationRule() {}

  /** A conversation without entries. */
  static OutreachConversation begun(
      OutreachKey key, ConversationRequest request, FactEnvelope envelope, long rev) {
    long at = envelope.getAcceptedAtMs();
    return OutreachConversation.newBuilder()
        .setPrimaryChannel(key.recipient())
        .setConversationId(key.conversationId())
        .setRequest(request)
        .setStatus(ConversationStatus.processing)
        .setMessages(List.of())
        .setCreatedAtMs(at)
        .setUpdatedAtMs(at)
        .setRouterVersion(envelope.getProducerVersion())
        .setProcessorVersion(envelope.getProducerVersion())
        .setTaskComplete(false)
        .setFunctionCall(false)
        .setHandOffToHuman(false)
        .setExpiresAtS(ttl(request, at))
        .setRev(rev)
        .build();
  }

  /**
   * The conversation after a change.
   *
   * @param attributes sets further fields
   */
  static OutreachConversation changed(
      OutreachConversation before,
      StatusTransition progress,
      Optional<MessageEntry> entry,
      Consumer<OutreachConversation.Builder> attributes,
      long at) {
    long updatedAt = Math.max(before.getUpdatedAtMs(), at);
    List<MessageEntry> entries = new ArrayList<>(before.getMessages());
    entry.ifPresent(entries::add);
    OutreachConversation.Builder after =
        OutreachConversation.newBuilder(before)
            .setStatus(progress.apply(before.getStatus()))
            .setMessages(entries)
            .setUpdatedAtMs(updatedAt)
            .setExpiresAtS(ttl(before.getRequest(), updatedAt))
            .setRev(before.getRev() + 1);
    attributes.accept(after);
    return trimmed(after.build());
  }

  /** End of the life, epoch seconds. */
  static long endOf(OutreachConversation conversation) {
    return conversation.getExpiresAtS() == null ? Long.MAX_VALUE : conversation.getExpiresAtS();
  }

  private static @Nullable Long ttl(ConversationRequest request, long updatedAt) {
    return request.getLifeS() == null
        ? null
        : Math.floorDiv(updatedAt, MILLIS) + request.getLifeS();
  }

  private static OutreachConversation trimmed(OutreachConversation conversation) {
    List<MessageEntry> entries = conversation.getMessages();
    conversation.setMessages(List.of());
    long bytes = OutreachItems.CONVERSATION.size(conversation);
    int oldest = entries.size();
    while (oldest > 0) {
      bytes += OutreachItems.sizeOf(entries.get(oldest - 1));
      if (bytes >= OutreachItems.LIMIT) {
        break;
      }
      oldest--;
    }
    conversation.setMessages(List.copyOf(entries.subList(oldest, entries.size())));
    return conversation;
  }
}
