package io.tributary.e2e.history;

import static io.tributary.e2e.history.StoredMessage.putIfThere;
import static io.tributary.harness.store.Fields.textOrNull;

import io.tributary.harness.store.PlainItem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A thread as history must hold it, but for {@code rev}.
 *
 * @param expiry epoch seconds; all other times are epoch milliseconds
 */
record StoredThread(
    ThreadId id,
    @Nullable String title,
    @Nullable String origin,
    boolean temporary,
    long lastActivityAt,
    long userMessageCount,
    long expiry,
    long createdAt,
    long updatedAt) {

  /** What a record of {@code history.threads} says. */
  static StoredThread of(GenericRecord record) {
    return new StoredThread(
        ThreadId.of(record),
        textOrNull(record, "title"),
        textOrNull(record, "origin"),
        (Boolean) record.get("is_temporary"),
        (Long) record.get("last_activity_at"),
        (Long) record.get("user_message_count"),
        (Long) record.get("expiry_time"),
        (Long) record.get("created_at"),
        (Long) record.get("updated_at"));
  }

  /** A thread without messages; it begins now. */
  static StoredThread created(ThreadId id, @Nullable GenericRecord details, Moment moment) {
    boolean temporary = details != null && Boolean.TRUE.equals(details.get("is_temporary"));
    return new StoredThread(
        id,
        details == null ? null : textOrNull(details, "title"),
        details == null ? null : textOrNull(details, "origin"),
        temporary,
        moment.acceptedAt(),
        0,
        moment.expiry(temporary),
        moment.acceptedAt(),
        moment.acceptedAt());
  }

  /** The same with one more message, the newest of which has that timestamp. */
  StoredThread withMessage(boolean ofUser, long newest, Moment moment) {
    return new StoredThread(
        id,
        title,
        origin,
        temporary,
        newest,
        userMessageCount + (ofUser ? 1 : 0),
        Math.max(expiry, moment.expiry(temporary)),
        createdAt,
        Math.max(updatedAt, moment.acceptedAt()));
  }

  /** What details make of it; equal to this one when they say nothing new. */
  StoredThread changed(GenericRecord details, Moment moment) {
    String newTitle = details.get("title") == null ? title : textOrNull(details, "title");
    String newOrigin = details.get("origin") == null ? origin : textOrNull(details, "origin");
    Object kind = details.get("is_temporary");
    boolean flips = kind != null && !kind.equals(temporary);
    if (Objects.equals(newTitle, title) && Objects.equals(newOrigin, origin) && !flips) {
      return this;
    }
    long at = Math.max(updatedAt, moment.acceptedAt());
    return new StoredThread(
        id,
        newTitle,
        newOrigin,
        temporary != flips,
        lastActivityAt,
        userMessageCount,
        flips ? moment.expiryFrom(at, !temporary) : Math.max(expiry, moment.expiry(temporary)),
        createdAt,
        at);
  }

  /** Its items, plain: with its messages, and in its user's list. */
  List<Map<String, Object>> items() {
    return List.of(item(id.pk()), item(id.userPk()));
  }

  private Map<String, Object> item(String pk) {
    Map<String, Object> item = new TreeMap<>();
    item.put("PK", pk);
    item.put("SK", "THREAD#" + id.thread());
    item.put("SKTimestampThread", "THREAD#" + lastActivityAt + "#" + id.thread());
    item.put("ExpiryTime", PlainItem.number(expiry));
    item.put("org_id", id.org());
    item.put("user_id", id.user());
    putIfThere(item, "origin", origin);
    item.put("is_temporary", temporary);
    putIfThere(item, "title", title);
    item.put("created_at", Moment.text(createdAt));
    item.put("updated_at", Moment.text(updatedAt));
    item.put("user_message_count", PlainItem.number(userMessageCount));
    return item;
  }
}
