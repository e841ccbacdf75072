package io.tributary.e2e.inbox;

import io.tributary.harness.store.PlainItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one user has in an inbox, or what a partition knows of the public one. */
final class UserFold {

  /** Counts the messages of all categories and of none. */
  private static final String ALL = "*";

  /** A read whose message has not come, and where it stands. */
  record Waiting(String place, String id, long acceptedAt) {}

  /** How far a user has read everything, and since when; epoch seconds. */
  record Mark(long until, long readat) {

    static final Mark NONE = new Mark(Long.MIN_VALUE, 0);
  }

  private record Counts(long published, long read) {

    Counts plus(long more, long moreRead) {
      return new Counts(published + more, read + moreRead);
    }
  }

  private final Inbox inbox;
  private final String uid;
  private final Map<String, Held> held = new TreeMap<>();
  private final Map<String, String> removed = new HashMap<>();
  private final Map<String, Counts> counters = new TreeMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private Mark mark = Mark.NONE;

  UserFold(Inbox inbox, String uid) {
    this.inbox = inbox;
    this.uid = uid;
  }

  Inbox inbox() {
    return inbox;
  }

  String uid() {
    return uid;
  }

  boolean isPublic() {
    return uid.equals(Inbox.PUBLIC);
  }

  Mark mark() {
    return mark;
  }

  void mark(Mark higher) {
    mark = higher;
  }

  /** Messages and receipts by id. */
  Map<String, Held> held() {
    return held;
  }

  /** Why they have gone, by id. */
  Map<String, String> removed() {
    return removed;
  }

  Optional<Held> get(String id) {
    return Optional.ofNullable(held.get(id));
  }

  /** Has it, or had it. */
  boolean knows(String id) {
    return held.containsKey(id) || removed.containsKey(id);
  }

  /** Takes in a message or a receipt, read or not. */
  void add(Held added) {
    held.put(added.id(), added);
    count(added, 1);
  }

  /** Turns an unread message into a read one. */
  void read(String id, long at) {
    Held before = Objects.requireNonNull(held.get(id));
    count(before, -1);
    add(before.readAt(at));
  }

  /** Lets go of a message or a receipt. */
  void remove(String id, String reason) {
    count(Objects.requireNonNull(held.remove(id)), -1);
    removed.put(id, reason);
  }

  private void count(Held counted, long by) {
    long published = counted.isReceipt() ? 0 : by;
    long read = counted.readat() == null ? 0 : by;
    count(ALL, published, read);
    if (counted.category() != null) {
      count(counted.category(), published, read);
    }
  }

  private void count(String category, long published, long read) {
    counters.put(category, counters.getOrDefault(category, new Counts(0, 0)).plus(published, read));
  }

  /** Reads that wait. */
  List<Waiting> waiting() {
    return waiting;
  }

  /** The items of its counters, plain, by category. */
  Map<String, Map<String, Object>> counterItems() {
    Map<String, Map<String, Object>> items = new TreeMap<>();
    counters.forEach((category, counts) -> items.put(category, item(category, counts)));
    return items;
  }

  private Map<String, Object> item(String category, Counts counts) {
    return counterItem(inbox, uid, category, counts.published(), isPublic() ? null : counts.read());
  }

  /** The item of a counter, plain. */
  static Map<String, Object> counterItem(
      Inbox inbox, String uid, String category, long published, @Nullable Long read) {
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", inbox.pk(uid));
    item.put("sk", "c#" + category);
    item.put("kind", "US");
    item.put("published", PlainItem.number(published));
    if (read != null) {
      item.put("read", PlainItem.number(read));
    }
    item.put("tenant_key", inbox.tenant());
    item.put("inbox_key", inbox.key());
    item.put("uid", uid);
    return item;
  }
}
