package io.tributary.channels;

import io.tributary.avro.channels.Attachment;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A message.
 *
 * @param conversationId of the stored conversation, such as {@code tg--1001234567890}
 * @param eventId shared by redeliveries, such as {@code slack:T1:Ev1}; empty if only headers have
 *     it
 * @param senderId the user's id on the channel
 * @param channelConversationId the provider's id of the conversation
 * @param threadId the provider's id of a thread
 * @param text empty with attachments alone
 * @param sentAt epoch milliseconds by the provider's clock
 * @param metadata further values that replies may need
 * @param raw the request's body without other events
 * @param identity of the sender
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
    ByteBuffer raw,
    Identity identity) {

  /** The same with the id of its event. */
  public ProviderMessage named(String event) {
    return new ProviderMessage(
        channel,
        conversationId,
        Optional.of(event),
        senderId,
        senderName,
        channelConversationId,
        threadId,
        text,
        attachments,
        sentAt,
        metadata,
        raw,
        identity);
  }
}
