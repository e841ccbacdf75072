package io.tributary.sink.history;

import io.tributary.avro.history.HistoryThread;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedPut;
import java.util.List;

/** Mapper of threads to items beside their messages, and in their user's list. */
final class ThreadMapper implements RecordMapper<ThreadKey, HistoryThread> {

  @Override
  public ItemWrite map(ThreadKey key, HistoryThread thread) {
    RecordMapper.requireImplied(ThreadKey.of(thread), key);
    return HistoryTables.put(List.of(item(key.pk(), key, thread), item(key.userPk(), key, thread)));
  }

  private static Item item(String pk, ThreadKey key, HistoryThread thread) {
    return new ItemBuilder()
        .text("PK", pk)
        .text("SK", key.sk())
        .text("SKTimestampThread", "THREAD#" + thread.getLastActivityAtMs() + '#' + key.threadId())
        .number("ExpiryTime", thread.getExpiryTimeS())
        .text("org_id", key.orgId())
        .text("user_id", key.userId())
        .text("origin", thread.getOrigin())
        .flag("is_temporary", thread.getIsTemporary())
        .text("title", thread.getTitle())
        .zonelessSecond("created_at", thread.getCreatedAtMs())
        .zonelessSecond("updated_at", thread.getUpdatedAtMs())
        .number("user_message_count", thread.getUserMessageCount())
        .number(VersionedPut.REVISION, thread.getRev())
        .build();
  }
}
