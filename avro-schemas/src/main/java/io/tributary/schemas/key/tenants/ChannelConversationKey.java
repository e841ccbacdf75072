package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/** Key of a conversation on a channel: {@code CHANNEL#{type}#{id}#{conversation_id}}. */
public record ChannelConversationKey(ChannelKey channel, String conversationId) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<ChannelConversationKey> CODEC =
      KeyCodec.ofParts(
          ChannelConversationKey.class,
          "CHANNEL#{type}#{id}#{conversation_id}",
          ChannelConversationKey::text,
          parts ->
              new ChannelConversationKey(
                  new ChannelKey(parts.get(1), parts.get(2)),
                  parts.get(ChannelConversationKey.CONVERSATION)),
          ChannelConversationKey::text);

  private static final int CONVERSATION = 3;

  public ChannelConversationKey {
    KeyPart.LONG_ID.require("conversation_id", conversationId);
  }

  public static ChannelConversationKey of(ChannelEvent event) {
    return new ChannelConversationKey(
        new ChannelKey(event.getChannelType(), event.getChannelId()), event.getConversationId());
  }

  public String text() {
    return HashedParts.join(channel.text(), conversationId);
  }
}
