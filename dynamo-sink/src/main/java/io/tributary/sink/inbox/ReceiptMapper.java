package io.tributary.sink.inbox;

import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of receipts to items of the reader's inbox, under the public message's id. */
final class ReceiptMapper implements RecordMapper<InboxMessageKey, InboxReceipt> {

  @Override
  public ItemWrite map(InboxMessageKey key, InboxReceipt receipt) {
    RecordMapper.requireImplied(InboxMessageKey.of(receipt), key);
    if (receipt.getRemoval() != null) {
      return InboxTables.delete(key, receipt.getRev());
    }
    ItemBuilder item =
        InboxTables.item(key.inbox(), key.sk())
            .number("readat", receipt.getReadatS())
            .number(InboxTables.EXPIRY, receipt.getExpiredatS())
            .number(VersionedPut.REVISION, receipt.getRev());
    return InboxTables.put(InboxTables.taxonomy(item, receipt.getCategory()));
  }

  @Override
  public Optional<VersionedDelete> removal(InboxMessageKey key) {
    return Optional.of(InboxTables.delete(key, 0));
  }

  @Override
  public Decoded mapTombstone(InboxMessageKey key) {
    return InboxTables.deleteExpired(key);
  }
}
