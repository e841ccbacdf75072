package io.tributary.traffic.inbox;

import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Plain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Contents of one mailbox: messages, receipts, counters, the mark, and the reads that wait. */
final class MailboxFold {

  /** Category of the counter of all messages. */
  private static final String ALL = "*";

  /** A read whose message has not come. */
  record Wait(LogRecord record, String id, long acceptedAt) {}

  /** Time until which all is read, and the time of reading; epoch seconds. */
  record Mark(long until, long readat) {

    static final Mark NONE = new Mark(Long.MIN_VALUE, 0);
  }

  /** Counts of messages, and of those that are read and of receipts. */
  private static final class Counts {
    private long published;
    private long read;
  }

  private final Mailbox box;
  private final Map<String, Held> held = new TreeMap<>();
  private final Map<String, Counts> counters = new HashMap<>();
  private final List<Wait> waits = new ArrayList<>();
  private Mark mark = Mark.NONE;

  MailboxFold(Mailbox box) {
    this.box = box;
  }

  Mailbox box() {
    return box;
  }

  Mark mark() {
    return mark;
  }

  void mark(Mark higher) {
    mark = higher;
  }

  List<Wait> waits() {
    return waits;
  }

  /** Messages and receipts, removed ones included. */
  Collection<Held> held() {
    return held.values();
  }

  /** One that is there, or has been removed not long before that time. */
  Optional<Held> known(String id, long now) {
    return Optional.ofNullable(held.get(id)).filter(found -> found.isKnown(now));
  }

  /** One that is there. */
  Optional<Held> live(String id) {
    return Optional.ofNullable(held.get(id)).filter(Held::isLive);
  }

  /** Takes in a message or a receipt. */
  void add(Held added) {
    held.put(added.id(), added);
    count(added, 1);
  }

  /** Turns an unread message into a read one. */
  void read(Held message, long at) {
    message.read(at);
    count(message.category(), 0, 1);
  }

  /** Lets a message or a receipt go. */
  void remove(Held gone, String reason, long at) {
    count(gone, -1);
    gone.remove(reason, at);
  }

  private void count(Held counted, long by) {
    count(counted.category(), counted.isReceipt() ? 0 : by, counted.isRead() ? by : 0);
  }

  private void count(@Nullable String category, long published, long read) {
    add(ALL, published, read);
    if (category != null) {
      add(category, published, read);
    }
  }

  private void add(String category, long published, long read) {
    Counts counts = counters.computeIfAbsent(category, any -> new Counts());
    counts.published += published;
    counts.read += read;
  }

  /** Adds the items of its counters, without {@code rev}. */
  void putCounters(Map<List<Object>, Map<String, Object>> items) {
    counters.forEach(
        (category, counts) ->
            items.put(
                box.key("c#" + category),
                counter(box, category, counts.published, box.isPublic() ? null : counts.read)));
  }

  /** The item of a counter, without {@code rev}. */
  static Map<String, Object> counter(
      Mailbox box, @Nullable String category, long published, @Nullable Long read) {
    Map<String, Object> item = box.item("c#" + (category == null ? ALL : category), "US");
    item.put("published", Plain.number(published));
    if (read != null) {
      item.put("read", Plain.number(read));
    }
    return item;
  }
}
