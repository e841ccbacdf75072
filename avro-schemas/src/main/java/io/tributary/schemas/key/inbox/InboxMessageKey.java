package io.tributary.schemas.key.inbox;

import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/**
 * Key of a message's item, or of a public message's receipt in its reader's inbox: the inbox's
 * partition key, and the sort key {@code m#{id}}. As a record key the two are joined by {@code #}.
 *
 * @param id of the message, which sorts by time
 */
public record InboxMessageKey(InboxKey inbox, String id) {

  /** Codec of {@code pk#sk}. */
  public static final KeyCodec<InboxMessageKey> CODEC =
      KeyCodec.of(
          InboxMessageKey.class,
          "t#{tenant_key}(U|G)#{uid}#{inbox_key}#m#{id}",
          key -> key.inbox().pk() + InboxKey.SEPARATOR + key.sk(),
          InboxMessageKey::decode,
          key -> key.inbox().pk());

  private static final String PREFIX = "m";

  public InboxMessageKey {
    KeyPart.MESSAGE_ID.require("id", id);
  }

  public static InboxMessageKey of(InboxMessage message) {
    return new InboxMessageKey(
        new InboxKey(message.getTenantKey(), message.getUid(), message.getInboxKey()),
        message.getId());
  }

  public static InboxMessageKey of(InboxReceipt receipt) {
    return new InboxMessageKey(
        new InboxKey(receipt.getTenantKey(), receipt.getUid(), receipt.getInboxKey()),
        receipt.getId());
  }

  public String sk() {
    return PREFIX + InboxKey.SEPARATOR + id;
  }

  private static InboxMessageKey decode(String text) {
    List<String> parts = InboxKey.parts(text);
    if (parts.size() != InboxKey.PARTS + 2 || !parts.get(InboxKey.PARTS).equals(PREFIX)) {
      throw new KeyFormatException("a message's key must be pk#m#id");
    }
    return new InboxMessageKey(
        InboxKey.ofParts(parts.subList(0, InboxKey.PARTS)), parts.get(InboxKey.PARTS + 1));
  }
}
