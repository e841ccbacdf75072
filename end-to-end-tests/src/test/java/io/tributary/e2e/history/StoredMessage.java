package io.tributary.e2e.history;

import static io.tributary.harness.store.Fields.textOrNull;

import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainJson;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A message as history must hold it, but for {@code rev}.
 *
 * @param role USER or ASSISTANT
 * @param content a text, or plain values
 * @param expiry epoch seconds; all other times are epoch milliseconds
 */
record StoredMessage(
    ThreadId thread,
    String role,
    String messageId,
    long timestamp,
    Object content,
    @Nullable String stopReason,
    @Nullable Object responseMetadata,
    @Nullable Object sources,
    @Nullable String verso,
    @Nullable String feedback,
    long expiry,
    long createdAt,
    long updatedAt) {

  /** What a record of {@code history.messages} says. */
  static StoredMessage of(GenericRecord record) {
    return new StoredMessage(
        ThreadId.of(record),
        record.get("role").toString(),
        record.get("message_id").toString(),
        (Long) record.get("timestamp"),
        content(record),
        textOrNull(record, "stop_reason"),
        json(record, "response_metadata"),
        json(record, "sources"),
        textOrNull(record, "verso"),
        textOrNull(record, "feedback"),
        (Long) record.get("expiry_time"),
        (Long) record.get("created_at"),
        (Long) record.get("updated_at"));
  }

  /** What becomes of a {@code PostedMessage}. */
  static StoredMessage posted(
      ThreadId thread, GenericRecord event, Moment moment, boolean temporary) {
    return new StoredMessage(
        thread,
        event.get("role").toString(),
        event.get("message_id").toString(),
        (Long) event.get("timestamp"),
        content(event),
        textOrNull(event, "stop_reason"),
        json(event, "response_metadata"),
        json(event, "sources"),
        null,
        null,
        moment.expiry(temporary),
        moment.acceptedAt(),
        moment.acceptedAt());
  }

  StoredMessage with(@Nullable String newVerso, @Nullable String newFeedback, long changedAt) {
    return changed(newVerso, newFeedback, expiry, changedAt);
  }

  StoredMessage ending(long newExpiry, long changedAt) {
    return changed(verso, feedback, newExpiry, changedAt);
  }

  private StoredMessage changed(
      @Nullable String newVerso, @Nullable String newFeedback, long newExpiry, long changedAt) {
    return new StoredMessage(
        thread,
        role,
        messageId,
        timestamp,
        content,
        stopReason,
        responseMetadata,
        sources,
        newVerso,
        newFeedback,
        newExpiry,
        createdAt,
        Math.max(updatedAt, changedAt));
  }

  /** Key of its record. */
  String key() {
    return thread.pk() + "#" + sk();
  }

  private String sk() {
    return prefix() + "#" + "%019d".formatted(timestamp) + "#" + messageId;
  }

  private String prefix() {
    return role.equals("USER") ? "MSG" : "LLM";
  }

  /** Its item, plain. */
  Map<String, Object> item() {
    Map<String, Object> item = new TreeMap<>();
    item.put("PK", thread.pk());
    item.put("SK", sk());
    item.put("SKMessage", prefix() + "#" + messageId);
    item.put("ExpiryTime", PlainItem.number(expiry));
    item.put("thread_id", thread.thread());
    item.put("timestamp", PlainItem.number(timestamp));
    item.put("message_id", messageId);
    item.put("content", content);
    putIfThere(item, "stop_reason", stopReason);
    item.put("role", role.equals("USER") ? "user" : "assistant");
    putIfThere(item, "response_metadata", responseMetadata);
    putIfThere(item, "sources", sources);
    putIfThere(item, "verso", verso == null ? null : verso.equals("UP") ? "up" : "down");
    putIfThere(item, "feedback", feedback);
    item.put("created_at", Moment.text(createdAt));
    item.put("updated_at", Moment.text(updatedAt));
    return item;
  }

  static void putIfThere(Map<String, Object> item, String name, @Nullable Object value) {
    if (value != null) {
      item.put(name, value);
    }
  }

  static @Nullable Object json(GenericRecord record, String field) {
    Object value = record.get(field);
    return value == null ? null : PlainJson.of(value.toString());
  }

  static Object content(GenericRecord record) {
    return record.get("content") instanceof GenericRecord structured
        ? PlainJson.of(structured.get("json").toString())
        : record.get("content").toString();
  }
}
