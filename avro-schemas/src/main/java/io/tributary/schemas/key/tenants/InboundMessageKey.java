package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.InboundMessage;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/** Key of a message from a channel: {@code {tenant_id}#{conversation_id}#{message_id}}. */
public record InboundMessageKey(ConversationKey conversation, String messageId) {

  /** Codec of {@link #text()}; a conversation keeps its order. */
  public static final KeyCodec<InboundMessageKey> CODEC =
      KeyCodec.ofParts(
          InboundMessageKey.class,
          "{tenant_id}#{conversation_id}#{message_id}",
          InboundMessageKey::text,
          parts ->
              new InboundMessageKey(new ConversationKey(parts.get(0), parts.get(1)), parts.get(2)),
          key -> key.conversation().text());

  public InboundMessageKey {
    KeyPart.LONG_ID.require("message_id", messageId);
  }

  public static InboundMessageKey of(InboundMessage message) {
    return new InboundMessageKey(
        new ConversationKey(message.getTenantId(), message.getConversationId()),
        message.getMessageId());
  }

  public String text() {
    return HashedParts.join(conversation.text(), messageId);
  }
}
