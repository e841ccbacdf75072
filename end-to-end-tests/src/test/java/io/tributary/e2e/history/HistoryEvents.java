package io.tributary.e2e.history;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Topics;
import java.time.Instant;
import java.util.function.Function;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Appends facts of threads as a gateway would, but accepted whenever a test likes. */
final class HistoryEvents {

  static final String TOPIC = "history.events";

  private static final long A_YEAR = 31_536_000;
  private static final long A_DAY = 86_400;

  private final Function<ProducerRecord<byte[], byte[]>, String> log;
  private final AvroFiles avro;
  private final ForgedFacts forged;
  private final long life;

  HistoryEvents(Topics topics, AvroFiles avro) {
    this(topics::append, avro);
  }

  /**
   * Events of any log.
   *
   * @param log takes a record and says where it stands
   */
  HistoryEvents(Function<ProducerRecord<byte[], byte[]>, String> log, AvroFiles avro) {
    this(log, avro, A_YEAR);
  }

  private HistoryEvents(
      Function<ProducerRecord<byte[], byte[]>, String> log, AvroFiles avro, long life) {
    this.log = log;
    this.avro = avro;
    this.forged = new ForgedFacts(avro);
    this.life = life;
  }

  /** The same of a gateway whose items live for so many seconds. */
  HistoryEvents living(long seconds) {
    return new HistoryEvents(log, avro, seconds);
  }

  /** A user's message with a text. */
  GenericRecord user(String messageId, long timestamp, String text) {
    return message("user", messageId, timestamp, text).build();
  }

  /** An assistant's message with a text. */
  GenericRecord assistant(String messageId, long timestamp, String text) {
    return message("assistant", messageId, timestamp, text).build();
  }

  /** A message, to which more can be added. */
  GenericRecordBuilder message(
      String role, String messageId, long timestamp, @Nullable String content) {
    return new GenericRecordBuilder(avro.schema("history.PostedMessage"))
        .set("message_id", messageId)
        .set("role", symbol("MessageRole", role))
        .set("timestamp_ms", timestamp)
        .set("content", content);
  }

  /** What is said about a thread; null says nothing. */
  GenericRecord details(
      @Nullable String title, @Nullable String origin, @Nullable Boolean isTemporary) {
    return new GenericRecordBuilder(avro.schema("ThreadDetails"))
        .set("title", title)
        .set("origin", origin)
        .set("is_temporary", isTemporary)
        .build();
  }

  /**
   * A feedback that leaves the comment as it is.
   *
   * @param verso UP, DOWN, or null to clear it
   */
  GenericRecord feedback(String messageId, @Nullable String verso) {
    return feedbackBuilder(messageId, verso).build();
  }

  /**
   * A feedback with a comment.
   *
   * @param text null clears it
   */
  GenericRecord feedback(String messageId, @Nullable String verso, @Nullable String text) {
    return feedbackBuilder(messageId, verso)
        .set(
            "comment",
            new GenericRecordBuilder(avro.schema("FeedbackComment")).set("text", text).build())
        .build();
  }

  /** Appends an event of a thread and says where it stands. */
  String append(ThreadId thread, Instant acceptedAt, GenericRecord event) {
    return append(thread.pk(), fact(thread, acceptedAt, event).build());
  }

  /** Appends a fact under any key. */
  String append(String key, GenericRecord fact) {
    return log.apply(record(key, fact));
  }

  /** The record that holds a fact, with the headers that a gateway gives it. */
  ProducerRecord<byte[], byte[]> record(String key, GenericRecord fact) {
    return forged.record(TOPIC, key, fact);
  }

  /** A fact with the default life-times, in which more can be changed. */
  GenericRecordBuilder fact(ThreadId thread, Instant acceptedAt, GenericRecord event) {
    return new GenericRecordBuilder(avro.schema("HistoryEvent"))
        .set("envelope", forged.envelope(acceptedAt))
        .set("org_id", thread.org())
        .set("tenant_id", thread.tenant())
        .set("user_id", thread.user())
        .set("thread_id", thread.thread())
        .set("life_s", life)
        .set("temporary_life_s", A_DAY)
        .set("event", event);
  }

  private GenericRecordBuilder feedbackBuilder(String messageId, @Nullable String verso) {
    return new GenericRecordBuilder(avro.schema("PostedFeedback"))
        .set("message_id", messageId)
        .set("verso", verso == null ? null : symbol("Verso", verso));
  }

  private Object symbol(String type, String name) {
    return new GenericData.EnumSymbol(avro.schema(type), name);
  }
}
