package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Inboxes as the documents say that they are, without partitions, stores, slices or oblivion. */
final class InboxModel {

  private static final String PUBLIC = "$public";

  /** A message or a receipt. */
  private static final class Item {
    @Nullable String category;
    long received;
    @Nullable Long readat;
    long expiredat;
    @Nullable String removal;
    long removedAt;

    boolean isLive() {
      return removal == null;
    }

    boolean isKnown(long now) {
      return removal == null || Math.max(expiredat, removedAt) + 86_400 > now;
    }
  }

  final Map<String, Item> messages = new TreeMap<>();
  final Map<String, Item> receipts = new TreeMap<>();
  final Map<String, long[]> counters = new TreeMap<>();
  final Map<String, long[]> marks = new TreeMap<>();
  final List<String> deadLetters = new ArrayList<>();
  private final List<InboxEvent> waiting = new ArrayList<>();
  int duplicates;
  int readLate;
  int readByMark;
  int waited;
  int receiptsRedacted;
  int unmatched;
  int negative;

  void accept(InboxEvent event) {
    Object what = event.getEvent();
    if (what instanceof DeliveredMessage message) {
      deliver(event, message);
      endWaits(event, message.getId());
      release(event, message.getId());
    } else if (what instanceof ReadMessage read) {
      if (!read(event, read)) {
        waiting.add(event);
        waited++;
      }
    } else if (what instanceof ReadUntil read) {
      readUntil(event, read);
    } else if (what instanceof RedactedMessage redacted) {
      redact(event, redacted.getId());
    } else if (what instanceof ExpiredMessage expired) {
      expire(event, expired.getId());
    } else if (what instanceof MissedMessage missed) {
      endWaits(event, missed.getId());
    }
  }

  int waits() {
    return waiting.size();
  }

  /** Lines of what is there, as {@code kind where id ...}. */
  List<String> live(boolean withReadat) {
    List<String> lines = new ArrayList<>();
    messages.forEach((name, item) -> add(lines, "message " + name, item, withReadat));
    receipts.forEach((name, item) -> add(lines, "receipt " + name, item, withReadat));
    return lines;
  }

  private static void add(List<String> lines, String name, Item item, boolean withReadat) {
    if (item.isLive()) {
      String readat = withReadat ? item.readat + "" : (item.readat != null) + "";
      lines.add(name + " " + item.category + " " + readat + " " + item.expiredat);
    }
  }

  private void endWaits(InboxEvent event, String id) {
    boolean all = event.getUid().equals(PUBLIC);
    for (InboxEvent wait : List.copyOf(waiting)) {
      boolean concerned = all ? group(wait).equals(group(event)) : where(wait).equals(where(event));
      if (concerned && awaited(wait).equals(id) && at(event) - at(wait) > 600_000) {
        waiting.remove(wait);
        deadLetters.add("MESSAGE_NOT_FOUND " + wait.getEnvelope().getFactId());
      }
    }
  }

  private void release(InboxEvent event, String id) {
    boolean all = event.getUid().equals(PUBLIC);
    for (InboxEvent wait : List.copyOf(waiting)) {
      boolean concerned = all ? group(wait).equals(group(event)) : where(wait).equals(where(event));
      if (concerned && awaited(wait).equals(id) && read(wait, (ReadMessage) wait.getEvent())) {
        waiting.remove(wait);
        readLate++;
      }
    }
  }

  private void deliver(InboxEvent event, DeliveredMessage delivered) {
    String name = where(event) + " " + delivered.getId();
    Item before = messages.get(name);
    if (before != null && before.isKnown(now(event))) {
      duplicates++;
      return;
    }
    Item message = new Item();
    message.category = delivered.getCategory();
    message.received = now(event);
    message.expiredat = delivered.getExpiredatS();
    messages.put(name, message);
    count(where(event), message.category, 1, 0);
    marks.forEach(
        (user, mark) -> {
          if (user.startsWith(group(event) + " ") && mark[0] >= message.received) {
            long readat = Math.max(mark[1], message.received);
            if (event.getUid().equals(PUBLIC)) {
              readPublic(user, message, delivered.getId(), readat, now(event));
              readByMark++;
            } else if (user.equals(where(event))) {
              readOwn(user, message, readat);
              readByMark++;
            }
          }
        });
  }

  /** False when there is no such message. */
  private boolean read(InboxEvent event, ReadMessage read) {
    Item own = messages.get(where(event) + " " + read.getId());
    if (own != null && own.isKnown(now(event))) {
      readOwn(where(event), own, now(event));
      return true;
    }
    Item all = messages.get(group(event) + " " + PUBLIC + " " + read.getId());
    if (all == null || !all.isKnown(now(event))) {
      return false;
    }
    readPublic(where(event), all, read.getId(), now(event), now(event));
    return true;
  }

  private void readUntil(InboxEvent event, ReadUntil read) {
    long[] mark = marks.get(where(event));
    if (mark != null && mark[0] >= read.getUntilS()) {
      return;
    }
    marks.put(where(event), new long[] {read.getUntilS(), now(event)});
    messages.forEach(
        (name, item) -> {
          String id = name.substring(name.lastIndexOf(' ') + 1);
          if (item.received <= read.getUntilS() && name.equals(where(event) + " " + id)) {
            readOwn(where(event), item, now(event));
          }
          if (item.received <= read.getUntilS()
              && name.equals(group(event) + " " + PUBLIC + " " + id)) {
            readPublic(where(event), item, id, now(event), now(event));
          }
        });
  }

  private void redact(InboxEvent event, String id) {
    Item item = messages.get(where(event) + " " + id);
    if (item == null || !item.isLive()) {
      return;
    }
    remove(event, item, "redacted");
    count(where(event), item.category, -1, item.readat == null ? 0 : -1);
    receipts.forEach(
        (name, receipt) -> {
          String user = name.substring(0, name.lastIndexOf(' '));
          if (event.getUid().equals(PUBLIC)
              && user.startsWith(group(event) + " ")
              && name.endsWith(" " + id)
              && receipt.isLive()) {
            remove(event, receipt, "redacted");
            count(user, receipt.category, 0, -1);
            receiptsRedacted++;
          }
        });
  }

  private void expire(InboxEvent event, String id) {
    Item message = messages.get(where(event) + " " + id);
    Item receipt = receipts.get(where(event) + " " + id);
    if (message != null && message.isLive()) {
      remove(event, message, "expired");
      count(where(event), message.category, -1, message.readat == null ? 0 : -1);
    } else if (receipt != null && receipt.isLive()) {
      remove(event, receipt, "expired");
      count(where(event), receipt.category, 0, -1);
    } else {
      unmatched++;
    }
  }

  private void readOwn(String user, Item message, long readat) {
    if (message.isLive() && message.readat == null) {
      message.readat = readat;
      count(user, message.category, 0, 1);
    }
  }

  private void readPublic(String user, Item message, String id, long readat, long now) {
    Item before = receipts.get(user + " " + id);
    if (!message.isLive() || (before != null && before.isKnown(now))) {
      return;
    }
    Item receipt = new Item();
    receipt.category = message.category;
    receipt.readat = readat;
    receipt.expiredat = message.expiredat;
    receipts.put(user + " " + id, receipt);
    count(user, message.category, 0, 1);
  }

  private static void remove(InboxEvent event, Item item, String reason) {
    item.removal = reason;
    item.removedAt = now(event);
  }

  private void count(String where, @Nullable String category, long published, long read) {
    add(where + " *", published, read);
    if (category != null) {
      add(where + " " + category, published, read);
    }
  }

  private void add(String counter, long published, long read) {
    if (published != 0 || read != 0) {
      long[] counts = counters.computeIfAbsent(counter, unused -> new long[2]);
      counts[0] += published;
      counts[1] += read;
      negative += counts[0] < 0 || counts[1] < 0 ? 1 : 0;
    }
  }

  private static String awaited(InboxEvent event) {
    return ((ReadMessage) event.getEvent()).getId();
  }

  private static long at(InboxEvent event) {
    return event.getEnvelope().getAcceptedAtMs();
  }

  private static long now(InboxEvent event) {
    return Math.floorDiv(at(event), 1000);
  }

  private static String group(InboxEvent event) {
    return event.getTenantKey() + " " + event.getInboxKey();
  }

  private static String where(InboxEvent event) {
    return group(event) + " " + event.getUid();
  }
}
