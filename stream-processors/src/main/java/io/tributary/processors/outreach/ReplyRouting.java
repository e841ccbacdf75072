package io.tributary.processors.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.ReplyRoute;
import io.tributary.schemas.key.EmailAddress;
import io.tributary.schemas.key.PhoneNumber;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of replies: assistants, unless the request queues them for humans. A list of senders
 * narrows that to them.
 */
final class ReplyRouting {

  private ReplyRouting() {}

  static ReplyRoute of(OutreachConversation conversation) {
    ConversationRequest request = conversation.getRequest();
    boolean queued =
        Boolean.TRUE.equals(request.getAutoQueueReplyMessage())
            && covers(sendersOf(request), conversation.getPrimaryChannel());
    return queued ? ReplyRoute.human : ReplyRoute.assistant;
  }

  private static @Nullable List<String> sendersOf(ConversationRequest request) {
    return request.getChannelMethod() == ChannelMethod.email
        ? request.getAutoQueueReplyMessageFromEmail()
        : request.getAutoQueueReplyMessageFromNumber();
  }

  private static boolean covers(@Nullable List<String> senders, String recipient) {
    return senders == null
        || senders.isEmpty()
        || senders.stream()
            .flatMap(
                sender ->
                    EmailAddress.canonical(sender).or(() -> PhoneNumber.canonical(sender)).stream())
            .map(PhoneNumber::single)
            .anyMatch(PhoneNumber.single(recipient)::equals);
  }
}
