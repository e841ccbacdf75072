package io.tributary.schemas.item;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.HistoryTopics;
import java.util.List;
import java.util.Optional;

/** Table and items of the history family. */
public final class HistoryItems {

  private static final String EXPIRY = "ExpiryTime";
  private static final String UPDATED_AT = "updated_at";

  /** Index by message id, without a timestamp. */
  private static final IndexDefinition MESSAGE_IDS =
      new IndexDefinition("PK-SKMessage-index-v1", TableKey.of("PK", "SKMessage"));

  /** Index of a user's threads by last activity. */
  private static final IndexDefinition THREAD_TIMES =
      new IndexDefinition("PK-SKTimestampThread-index-v1", TableKey.of("PK", "SKTimestampThread"));

  public static final TableDefinition HISTORY =
      new TableDefinition(
          "history",
          TableKey.of("PK", "SK"),
          List.of(MESSAGE_IDS, THREAD_TIMES),
          Optional.of(EXPIRY),
          false);

  /** Messages, beside their thread. */
  public static final ItemLayout<MessageKey, HistoryMessage> MESSAGE =
      ItemLayout.of(
          HistoryTopics.MESSAGES,
          HISTORY,
          MessageKey::of,
          key -> List.of(key.thread().pk(), key.sk()),
          new Attributes<HistoryMessage>()
              .check(HistoryItems::requireContent)
              .text("SKMessage", message -> MessageKey.of(message).skMessage())
              .number(EXPIRY, HistoryMessage::getExpiryTimeS)
              .text("thread_id", HistoryMessage::getThreadId)
              .number("timestamp", HistoryMessage::getTimestampMs)
              .text("message_id", HistoryMessage::getMessageId)
              .text("stop_reason", HistoryMessage::getStopReason)
              .word("role", HistoryMessage::getRole)
              .text("content", HistoryMessage::getContent)
              .json("content", HistoryMessage::getContentJson)
              .json("response_metadata", HistoryMessage::getResponseMetadataJson)
              .json("sources", HistoryMessage::getSourcesJson)
              .word("verso", HistoryMessage::getVerso)
              .text("feedback", HistoryMessage::getFeedback)
              .zonelessSecond("created_at", HistoryMessage::getCreatedAtMs)
              .zonelessSecond(UPDATED_AT, HistoryMessage::getUpdatedAtMs)
              .revision(HistoryMessage::getRev));

  /** Threads, beside their messages and in their user's list. */
  public static final ItemLayout<ThreadKey, HistoryThread> THREAD =
      ItemLayout.of(
              HistoryTopics.THREADS,
              HISTORY,
              ThreadKey::of,
              key -> List.of(key.pk(), key.sk()),
              new Attributes<HistoryThread>()
                  .text("SKTimestampThread", HistoryItems::skTimestampThread)
                  .number(EXPIRY, HistoryThread::getExpiryTimeS)
                  .text("org_id", HistoryThread::getOrgId)
                  .text("user_id", HistoryThread::getUserId)
                  .text("origin", HistoryThread::getOrigin)
                  .flag("is_temporary", HistoryThread::getIsTemporary)
                  .text("title", HistoryThread::getTitle)
                  .zonelessSecond("created_at", HistoryThread::getCreatedAtMs)
                  .zonelessSecond(UPDATED_AT, HistoryThread::getUpdatedAtMs)
                  .number("user_message_count", HistoryThread::getUserMessageCount)
                  .revision(HistoryThread::getRev))
          .copied(key -> List.of(key.userPk(), key.sk()));

  private HistoryItems() {}

  private static void requireContent(HistoryMessage message) {
    if (message.getContent() == null && message.getContentJson() == null) {
      throw new UnstorableException("content or content_json must be set");
    }
  }

  private static String skTimestampThread(HistoryThread thread) {
    return "THREAD#" + thread.getLastActivityAtMs() + '#' + thread.getThreadId();
  }
}
