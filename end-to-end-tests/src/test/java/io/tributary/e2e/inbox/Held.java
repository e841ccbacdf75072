package io.tributary.e2e.inbox;

import static io.tributary.harness.store.Fields.textOrNull;

import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainItem.Null;
import io.tributary.harness.store.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A message, or the receipt that stands for a public one, as inbox must hold it but for {@code
 * rev}. Times are epoch seconds.
 *
 * @param received 0 of a receipt
 * @param details what the message says; null of a receipt
 */
record Held(
    Inbox inbox,
    String uid,
    String id,
    @Nullable String category,
    long received,
    @Nullable Long readat,
    long expiredat,
    @Nullable GenericRecord details) {

  /** What an event delivers. */
  static Held delivered(Inbox inbox, String uid, GenericRecord event, long received) {
    return new Held(
        inbox,
        uid,
        event.get("id").toString(),
        textOrNull(event, "category"),
        received,
        null,
        (Long) event.get("expiredat"),
        (GenericRecord) event.get("details"));
  }

  /** What a record of {@code inbox.messages} says, which is not a removal. */
  static Held message(GenericRecord record) {
    return of(record, (Long) record.get("received"), (GenericRecord) record.get("details"));
  }

  /** What a record of {@code inbox.receipts} says, likewise. */
  static Held receipt(GenericRecord record) {
    return of(record, 0, null);
  }

  private static Held of(GenericRecord record, long received, @Nullable GenericRecord details) {
    return new Held(
        inbox(record),
        record.get("uid").toString(),
        record.get("id").toString(),
        textOrNull(record, "category"),
        received,
        (Long) record.get("readat"),
        (Long) record.get("expiredat"),
        details);
  }

  /** The inbox that a fact or a record names. */
  static Inbox inbox(GenericRecord record) {
    return new Inbox(record.get("tenant_key").toString(), record.get("inbox_key").toString());
  }

  boolean isReceipt() {
    return details == null;
  }

  /** The same, read then. */
  Held readAt(long at) {
    return new Held(inbox, uid, id, category, received, at, expiredat, details);
  }

  /** The receipt of a user who has read it then. */
  Held receiptOf(String user, long at) {
    return new Held(inbox, user, id, category, 0, at, expiredat, null);
  }

  /** The values of its item's key. */
  List<Object> key() {
    return key(inbox, uid, id);
  }

  static List<Object> key(Inbox inbox, String uid, String id) {
    return List.of(inbox.pk(uid), "m#" + id);
  }

  /** Its item, plain. */
  Map<String, Object> item() {
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", inbox.pk(uid));
    item.put("sk", "m#" + id);
    item.put("expiredat", PlainItem.number(expiredat));
    if (readat != null) {
      item.put("readat", PlainItem.number(readat));
    }
    if (category != null) {
      item.put("taxonomy", Map.of("category", category));
    }
    if (details != null) {
      putMessage(item, details);
    }
    return item;
  }

  private void putMessage(Map<String, Object> item, GenericRecord said) {
    item.put("kind", "UM");
    item.put("id", id);
    item.put("host_system_id", orNull(textOrNull(said, "host_system_id")));
    item.put("sender", said.get("sender").toString());
    item.put("audiences", audiences(said.get("label").toString()));
    item.put("received", PlainItem.number(received));
    item.put("delivered", PlainItem.number(received));
    Map<String, Object> message = new TreeMap<>();
    message.put("title", said.get("title").toString());
    message.put("body", PlainJson.of(said.get("body").toString()));
    message.put("cta_uri", orNull(textOrNull(said, "cta_uri")));
    item.put("message", message);
    item.put("tenant_key", inbox.tenant());
    item.put("inbox_key", inbox.key());
    item.put("uid", uid);
  }

  private Map<String, Object> audiences(String label) {
    return uid.equals(Inbox.PUBLIC)
        ? Map.of("kind", "everyone", "label", label)
        : Map.of("kind", "users", "label", label, "uids", List.of(uid));
  }

  private static Object orNull(@Nullable String text) {
    return Objects.requireNonNullElse(text, Null.NULL);
  }
}
