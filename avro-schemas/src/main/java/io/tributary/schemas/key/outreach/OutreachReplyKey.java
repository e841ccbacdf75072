package io.tributary.schemas.key.outreach;

import io.tributary.avro.outreach.OutreachReply;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/** Key of a recipient's message in a conversation: the conversation's key and the message's id. */
public record OutreachReplyKey(OutreachKey conversation, String messageId) {

  /** Codec of {@link #text()}; a recipient keeps its order. */
  public static final KeyCodec<OutreachReplyKey> CODEC =
      KeyCodec.ofParts(
          OutreachReplyKey.class,
          OutreachKey.PATTERN + "#{message_id}",
          OutreachReplyKey::text,
          parts ->
              new OutreachReplyKey(
                  OutreachKey.ofParts(parts.subList(0, parts.size() - 1)),
                  parts.get(parts.size() - 1)),
          key -> key.conversation().recipient());

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
}
