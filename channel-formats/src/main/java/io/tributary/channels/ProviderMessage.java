package io.tributary.channels;

import io.tributary.avro.channels.Attachment;
import io.tributary.schemas.key.ChannelKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One message of a provider's request.
 *
 * @param channel that it came through
 * @param conversationId of the stored conversation, such as {@code tg--1001234567890}
 * @param eventId what its redeliveries have in common, such as {@code slack:T1:Ev1}; empty when
 *     only the request's headers say it
 * @param senderId the user's id on the channel
 * @param channelConversationId the provider's own id of the conversation
 * @param threadId the provider's id of the thread within it
 * @param text empty if there are attachments alone
 * @param sentAt when the provider says that it was sent, epoch milliseconds
 * @param metadata what else a reply may need
 * @param raw the request's body; of a batch, the same with the other events left out
 */
public record ProviderMessage(
    ChannelKey channel,
    String conversationId,
    Optional<String> eventId,
    String senderId,
    Optional<String> senderName,
    String channelConversationId,
    Optional<String> threadId,
    String text,
    List<Attachment> attachments,
    OptionalLong sentAt,
    Map<String, String> metadata,
    ByteBuffer raw) {}
