package io.tributary.sink.inbox;

import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Optional;

/**
 * Mapper of messages to items of their recipient's inbox, or of the public one; one without details
 * is deleted.
 */
final class InboxMessageMapper implements RecordMapper<InboxMessageKey, InboxMessage> {

  @Override
  public ItemWrite map(InboxMessageKey key, InboxMessage message) {
    RecordMapper.requireImplied(InboxMessageKey.of(message), key);
    MessageDetails details = message.getDetails();
    if (details == null) {
      return InboxTables.delete(key, message.getRev());
    }
    ItemBuilder item =
        InboxTables.item(key.inbox(), key.sk())
            .text("kind", "UM")
            .text("id", key.id())
            .textOrNull("host_system_id", details.getHostSystemId())
            .text("sender", details.getSender())
            .map("audiences", audiences(key.inbox(), details))
            .number("received", message.getReceivedS())
            // a message counts as delivered when it was received
            .number("delivered", message.getReceivedS())
            .number("readat", message.getReadatS())
            .number(InboxTables.EXPIRY, message.getExpiredatS())
            .map("message", content(details))
            .text("tenant_key", key.inbox().tenantKey())
            .text("inbox_key", key.inbox().inboxKey())
            .text("uid", key.inbox().uid())
            .number(VersionedPut.REVISION, message.getRev());
    return InboxTables.put(InboxTables.taxonomy(item, message.getCategory()));
  }

  @Override
  public Optional<VersionedDelete> removal(InboxMessageKey key) {
    return Optional.of(InboxTables.delete(key, 0));
  }

  @Override
  public Decoded mapTombstone(InboxMessageKey key) {
    return InboxTables.deleteExpired(key);
  }

  /** Audiences without other recipients. */
  private static ItemBuilder audiences(InboxKey inbox, MessageDetails details) {
    ItemBuilder audiences = new ItemBuilder().text("label", details.getLabel());
    return inbox.isPublic()
        ? audiences.text("kind", "everyone")
        : audiences.text("kind", "users").texts("uids", List.of(inbox.uid()));
  }

  private static ItemBuilder content(MessageDetails details) {
    return new ItemBuilder()
        .text("title", details.getTitle())
        .anyJson("body", details.getBodyJson())
        .textOrNull("cta_uri", details.getCtaUri());
  }
}
