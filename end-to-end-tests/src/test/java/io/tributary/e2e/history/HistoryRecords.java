package io.tributary.e2e.history;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Topics;
import java.nio.charset.StandardCharsets;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends records of messages and threads as the processors would. */
final class HistoryRecords {

  /** 2025-12-10T12:34:56Z. */
  static final long ACCEPTED_AT = 1_765_370_096_000L;

  private static final long IN_2099 = 4_070_908_800L;

  private final Topics topics;
  private final AvroFiles avro;

  HistoryRecords(Topics topics, AvroFiles avro) {
    this.topics = topics;
    this.avro = avro;
  }

  /**
   * A user's message with whatever content.
   *
   * @param content a text, or {@link #structured}
   */
  GenericRecordBuilder message(ThreadId thread, String messageId, long timestamp, Object content) {
    return ids("HistoryMessage", thread)
        .set("message_id", messageId)
        .set("role", new GenericData.EnumSymbol(avro.schema("MessageRole"), "USER"))
        .set("timestamp", timestamp)
        .set("content", content);
  }

  /** Content that is an array or an object. */
  GenericRecord structured(String json) {
    return new GenericRecordBuilder(avro.schema("StructuredContent")).set("json", json).build();
  }

  /** A thread whose title tells its revision. */
  GenericRecordBuilder thread(ThreadId thread, long lastActivityAt, long rev) {
    return ids("HistoryThread", thread)
        .set("title", "as of " + rev)
        .set("is_temporary", false)
        .set("last_activity_at", lastActivityAt)
        .set("user_message_count", 1L)
        .set("rev", rev);
  }

  void append(GenericRecordBuilder builder) {
    GenericRecord record = builder.build();
    ThreadId thread =
        new ThreadId(
            record.get("org_id").toString(),
            (String) record.get("tenant_id"),
            record.get("user_id").toString(),
            record.get("thread_id").toString());
    boolean isMessage = record.getSchema().getName().equals("HistoryMessage");
    String key =
        isMessage
            ? "%s#MSG#%019d#%s"
                .formatted(thread.pk(), (Long) record.get("timestamp"), record.get("message_id"))
            : thread.pk();
    topics.append(
        new ProducerRecord<>(
            isMessage ? "history.messages" : "history.threads",
            0,
            key.getBytes(StandardCharsets.UTF_8),
            avro.encode(record)));
  }

  private GenericRecordBuilder ids(String type, ThreadId thread) {
    return new GenericRecordBuilder(avro.schema(type))
        .set("org_id", thread.org())
        .set("tenant_id", thread.tenant())
        .set("user_id", thread.user())
        .set("thread_id", thread.thread())
        .set("expiry_time", IN_2099)
        .set("created_at", ACCEPTED_AT)
        .set("updated_at", ACCEPTED_AT)
        .set("rev", 1_176_537_009_600L);
  }
}
