package io.tributary.schemas.key.inbox;

import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;

/**
 * Key of a message's item, or of a public message's receipt in its reader's inbox: the inbox's
 * partition key, and the sort key {@code m#{id}}. As a record key the two are joined by {@code #}.
 *
 * @param id of the message, which sorts by time
 */
public record InboxMessageKey(InboxKey inbox, String id) {

  /** Codec of {@code pk#sk}. */
  public static final KeyCodec<InboxMessageKey> CODEC =
      KeyCodec.ofParts(
          InboxMessageKey.class,
          "t#{tenant_key}(U|G)#{uid}#{inbox_key}#m#{id}",
          key -> HashedParts.join(key.inbox().pk(), key.sk()),
          parts -> new InboxMessageKey(InboxKey.ofParts(parts), parts.get(InboxKey.PARTS + 1)),
          key -> key.inbox().pk());

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
    return HashedParts.join("m", id);
  }
}
