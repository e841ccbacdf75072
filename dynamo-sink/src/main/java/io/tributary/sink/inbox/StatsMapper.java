package io.tributary.sink.inbox;

import io.tributary.avro.inbox.InboxStats;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.Optional;

/** Mapper of counters to items of their inbox, which are never removed. */
final class StatsMapper implements RecordMapper<InboxStatsKey, InboxStats> {

  @Override
  public ItemWrite map(InboxStatsKey key, InboxStats stats) {
    RecordMapper.requireImplied(InboxStatsKey.of(stats), key);
    return InboxTables.put(
        InboxTables.item(key.inbox(), key.sk())
            .text("kind", "US")
            .number("published", stats.getPublished())
            .number("read", stats.getRead())
            .text("tenant_key", stats.getTenantKey())
            .text("inbox_key", stats.getInboxKey())
            .text("uid", stats.getUid())
            .number(VersionedPut.REVISION, stats.getRev()));
  }

  @Override
  public Optional<VersionedDelete> removal(InboxStatsKey key) {
    return Optional.of(
        new VersionedDelete(
            InboxTables.INBOX.name(), InboxTables.item(key.inbox(), key.sk()).build(), 0));
  }
}
