package io.tributary.schemas.key.outreach;

import io.tributary.avro.outreach.OutreachReply;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/** Key of a recipient's message in a conversation: the conversation's key and the message's id. */
public record OutreachReplyKey(OutreachKey conversation, String messageId) {

  /** Codec of {@link #text()}; a recipient keeps its order. */
  public static final KeyCodec<OutreachReplyKey> CODEC =
      KeyCodec.of(
          OutreachReplyKey.class,
          OutreachKey.PATTERN + "#{message_id}",
          OutreachReplyKey::text,
          OutreachReplyKey::decode,
          key -> key.conversation().recipient());

  private static final char SEPARATOR = '#';

  public OutreachReplyKey {
    KeyPart.LONG_ID.require("message_id", messageId);
  }

  public static OutreachReplyKey of(OutreachReply reply) {
    return new OutreachReplyKey(
        OutreachKey.ofConversation(reply.getConversationId()), reply.getMessageId());
  }

  public String text() {
    return HashedParts.join(conversation.text(), messageId);
  }

  private static OutreachReplyKey decode(String text) {
    int last = text.lastIndexOf(SEPARATOR);
    return new OutreachReplyKey(
        OutreachKey.CODEC.decode(text.substring(0, Math.max(last, 0))), text.substring(last + 1));
  }
}
