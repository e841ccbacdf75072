package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/** Key of a conversation on a channel: {@code CHANNEL#{type}#{id}#{conversation_id}}. */
public record ChannelConversationKey(ChannelKey channel, String conversationId) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<ChannelConversationKey> CODEC =
      KeyCodec.of(
          ChannelConversationKey.class,
          ChannelConversationKey.PATTERN,
          ChannelConversationKey::text,
          ChannelConversationKey::decode,
          ChannelConversationKey::text);

  private static final String PATTERN = "CHANNEL#{type}#{id}#{conversation_id}";
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

  private static ChannelConversationKey decode(String text) {
    List<String> parts = HashedParts.split(text, PATTERN);
    return new ChannelConversationKey(
        new ChannelKey(parts.get(1), parts.get(2)), parts.get(CONVERSATION));
  }
}
