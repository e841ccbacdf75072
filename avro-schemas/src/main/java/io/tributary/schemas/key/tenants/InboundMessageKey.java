package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.InboundMessage;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/** Key of a message from a channel: {@code {tenant_id}#{conversation_id}#{message_id}}. */
public record InboundMessageKey(ConversationKey conversation, String messageId) {

  /** Codec of {@link #text()}; a conversation keeps its order. */
  public static final KeyCodec<InboundMessageKey> CODEC =
      KeyCodec.of(
          InboundMessageKey.class,
          InboundMessageKey.PATTERN,
          InboundMessageKey::text,
          InboundMessageKey::decode,
          key -> key.conversation().text());

  private static final String PATTERN = "{tenant_id}#{conversation_id}#{message_id}";

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

  private static InboundMessageKey decode(String text) {
    List<String> parts = HashedParts.split(text, PATTERN);
    return new InboundMessageKey(new ConversationKey(parts.get(0), parts.get(1)), parts.get(2));
  }
}
