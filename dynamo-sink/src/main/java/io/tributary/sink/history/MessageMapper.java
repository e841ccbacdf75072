package io.tributary.sink.history;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.item.UnstorableException;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedPut;
import java.util.List;

/** Mapper of messages to items beside their thread's. */
final class MessageMapper implements RecordMapper<MessageKey, HistoryMessage> {

  @Override
  public ItemWrite map(MessageKey key, HistoryMessage message) {
    RecordMapper.requireImplied(MessageKey.of(message), key);
    return HistoryTables.put(List.of(item(key, message)));
  }

  private static Item item(MessageKey key, HistoryMessage message) {
    if (message.getContent() == null && message.getContentJson() == null) {
      throw new UnstorableException("content or content_json must be set");
    }
    ItemBuilder item =
        new ItemBuilder()
            .text("PK", key.thread().pk())
            .text("SK", key.sk())
            .text("SKMessage", key.skMessage())
            .number("ExpiryTime", message.getExpiryTimeS())
            .text("thread_id", key.thread().threadId())
            .number("timestamp", key.timestamp())
            .text("message_id", key.messageId())
            .text("stop_reason", message.getStopReason())
            .text("role", key.role().name())
            .text("content", message.getContent())
            .json("content", message.getContentJson())
            .json("response_metadata", message.getResponseMetadataJson())
            .json("sources", message.getSourcesJson())
            .text("verso", message.getVerso() == null ? null : message.getVerso().name())
            .text("feedback", message.getFeedback())
            .zonelessSecond("created_at", message.getCreatedAtMs())
            .zonelessSecond("updated_at", message.getUpdatedAtMs())
            .number(VersionedPut.REVISION, message.getRev());
    return item.build();
  }
}
