package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.json.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A message, or the receipt that stands for a public one. Times are epoch seconds. */
final class Held {

  /** Time for which a removed one is remembered. */
  private static final long MEMORY = 86_400;

  private final Mailbox box;
  private final String id;
  private final @Nullable String category;
  private final long received;
  private final long expiredat;

  private final boolean receipt;

  /** Text of a message that is there. */
  private @Nullable GenericRecord details;

  private @Nullable Long readat;
  private @Nullable String removal;
  private long removedAt;

  private Held(
      Mailbox box,
      String id,
      @Nullable String category,
      long received,
      long expiredat,
      boolean receipt) {
    this.box = box;
    this.id = id;
    this.category = category;
    this.received = received;
    this.expiredat = expiredat;
    this.receipt = receipt;
  }

  /** The message that an event delivers. */
  static Held delivered(Mailbox box, GenericRecord event, long received) {
    Held held = of(box, event, received, false);
    held.details = Fields.inner(event, "details");
    return held;
  }

  /** The state that a record of {@code inbox.messages} or {@code inbox.receipts} tells. */
  static Held stored(GenericRecord record) {
    boolean isMessage = record.hasField("details");
    long received = isMessage ? whole(record, "received") : 0;
    Held held = of(Mailbox.of(record), record, received, !isMessage);
    held.readat = (Long) record.get("readat");
    GenericRecord removal = Fields.innerOrNull(record, "removal");
    if (removal != null) {
      held.remove(text(removal, "reason"), whole(removal, "at"));
    }
    held.details = isMessage ? Fields.innerOrNull(record, "details") : null;
    return held;
  }

  private static Held of(Mailbox box, GenericRecord record, long received, boolean receipt) {
    return new Held(
        box,
        text(record, "id"),
        textOrNull(record, "category"),
        received,
        whole(record, "expiredat"),
        receipt);
  }

  /** The receipt of a user who has read it. */
  Held receipt(Mailbox user, long at) {
    Held receiptOfIt = new Held(user, id, category, 0, expiredat, true);
    receiptOfIt.readat = at;
    return receiptOfIt;
  }

  Mailbox box() {
    return box;
  }

  String id() {
    return id;
  }

  @Nullable String category() {
    return category;
  }

  long received() {
    return received;
  }

  boolean isReceipt() {
    return receipt;
  }

  boolean isRead() {
    return readat != null;
  }

  boolean isLive() {
    return removal == null;
  }

  /** True when it is there, or has been removed not long before that time. */
  boolean isKnown(long now) {
    return removal == null || Math.max(expiredat, removedAt) + MEMORY > now;
  }

  void read(long at) {
    readat = at;
  }

  void remove(String reason, long at) {
    removal = reason;
    removedAt = at;
    details = null;
  }

  /** The values of its item's key. */
  List<Object> key() {
    return box.key("m#" + id);
  }

  /** Its item without {@code rev}; of a removed one the key and the reason alone. */
  Map<String, Object> item() {
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", box.pk());
    item.put("sk", "m#" + id);
    if (removal != null) {
      item.put("removal", removal);
    } else {
      item.put("expiredat", Plain.number(expiredat));
      if (readat != null) {
        item.put("readat", Plain.number(readat));
      }
      if (category != null) {
        item.put("taxonomy", Map.of("category", category));
      }
    }
    if (details != null) {
      putMessage(item, details);
    }
    return item;
  }

  private void putMessage(Map<String, Object> item, GenericRecord text) {
    item.putAll(box.item("m#" + id, "UM"));
    item.put("id", id);
    item.put("host_system_id", orNull(textOrNull(text, "host_system_id")));
    item.put("sender", text(text, "sender"));
    String label = text(text, "label");
    item.put(
        "audiences",
        box.isPublic()
            ? Map.of("kind", "everyone", "label", label)
            : Map.of("kind", "users", "label", label, "uids", List.of(box.uid())));
    item.put("received", Plain.number(received));
    item.put("delivered", Plain.number(received));
    item.put(
        "message",
        Map.of(
            "title", text(text, "title"),
            "body", PlainJson.of(text(text, "body")),
            "cta_uri", orNull(textOrNull(text, "cta_uri"))));
  }

  private static Object orNull(@Nullable String text) {
    return Objects.requireNonNullElse(text, Plain.Null.NULL);
  }
}
