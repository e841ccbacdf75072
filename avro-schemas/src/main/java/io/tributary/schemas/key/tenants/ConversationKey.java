package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/**
 * Key of a conversation's item: {@code {tenant_id}} and {@code {conversation_id}}. As a record key
 * the two are joined by {@code #}.
 */
public record ConversationKey(String tenantId, String conversationId) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<ConversationKey> CODEC =
      KeyCodec.ofParts(
          ConversationKey.class,
          "{tenant_id}#{conversation_id}",
          ConversationKey::text,
          parts -> new ConversationKey(parts.get(0), parts.get(1)),
          ConversationKey::text);

  public ConversationKey {
    KeyPart.ID.require("tenant_id", tenantId);
    KeyPart.LONG_ID.require("conversation_id", conversationId);
  }

  public static ConversationKey of(Conversation conversation) {
    return new ConversationKey(conversation.getTenantId(), conversation.getConversationId());
  }

  public static ConversationKey of(ConversationEvent event) {
    return new ConversationKey(event.getTenantId(), event.getConversationId());
  }

  /** {@code pk#sk}: conversations keep their order independently of each other. */
  public String text() {
    return HashedParts.join(tenantId, conversationId);
  }
}
