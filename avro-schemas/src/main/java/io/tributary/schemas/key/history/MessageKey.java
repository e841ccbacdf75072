package io.tributary.schemas.key.history;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.MessageRole;
import io.tributary.schemas.key.Digits;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/**
 * Key of a message's item: the thread's partition key, and the sort key {@code
 * MSG|LLM#{timestamp:019}#{message_id}}. As a record key the two are joined by {@code #}.
 *
 * @param timestamp epoch milliseconds, not negative
 */
public record MessageKey(ThreadKey thread, MessageRole role, long timestamp, String messageId) {

  /** Codec of {@code pk#sk}. */
  public static final KeyCodec<MessageKey> CODEC =
      KeyCodec.of(
          MessageKey.class,
          "{org_id}[#{tenant_id}]#{user_id}#{thread_id}#(MSG|LLM)#{timestamp:019}#{message_id}",
          key -> HashedParts.join(key.thread().pk(), key.sk()),
          MessageKey::decode,
          key -> key.thread().pk());

  private static final int DIGITS = 19;
  private static final int OWN_PARTS = 3;

  public MessageKey {
    KeyPart.ID.require("message_id", messageId);
    String unused = Digits.padded("timestamp", timestamp, DIGITS);
  }

  public static MessageKey of(HistoryMessage message) {
    ThreadKey thread =
        ThreadKey.of(
            message.getOrgId(), message.getTenantId(), message.getUserId(), message.getThreadId());
    return new MessageKey(
        thread, message.getRole(), message.getTimestampMs(), message.getMessageId());
  }

  public String sk() {
    return HashedParts.join(prefix(role), Digits.padded("timestamp", timestamp, DIGITS), messageId);
  }

  /** Sort key of the index without timestamps: {@code MSG|LLM#{message_id}}. */
  public String skMessage() {
    return skMessage(role, messageId);
  }

  /** The same for a message without a known timestamp. */
  public static String skMessage(MessageRole role, String messageId) {
    return HashedParts.join(prefix(role), KeyPart.ID.require("message_id", messageId));
  }

  private static String prefix(MessageRole role) {
    return switch (role) {
      case user -> "MSG";
      case assistant -> "LLM";
    };
  }

  private static MessageRole role(String prefix) {
    for (MessageRole role : MessageRole.values()) {
      if (prefix(role).equals(prefix)) {
        return role;
      }
    }
    throw new KeyFormatException("a message's sort key must start with MSG# or LLM#");
  }

  private static MessageKey decode(String text) {
    List<String> parts = List.of(text.split(String.valueOf(ThreadKey.SEPARATOR), -1));
    int own = parts.size() - OWN_PARTS;
    if (own <= 0) {
      throw new KeyFormatException("a message's key must be pk#sk");
    }
    return new MessageKey(
        ThreadKey.ofParts(parts.subList(0, own)),
        role(parts.get(own)),
        Digits.parse("timestamp", parts.get(own + 1), DIGITS),
        parts.get(own + 2));
  }
}
