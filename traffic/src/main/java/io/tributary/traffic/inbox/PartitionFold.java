package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.inbox.MailboxFold.Mark;
import io.tributary.traffic.inbox.MailboxFold.Wait;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/**
 * One partition of {@code inbox.events}, folded in the order of its log: mailboxes of users, and
 * the public ones, whose events come to every partition.
 */
final class PartitionFold {

  /** Longest wait of a read, milliseconds. */
  static final long TEN_MINUTES = 600_000;

  private static final int MOST_WAITS = 1_000;

  private final Tally tally;
  private final DeadLetters letters;

  /** By tenant and inbox, then by user. */
  private final Map<Mailbox, Map<String, MailboxFold>> inboxes = new LinkedHashMap<>();

  PartitionFold(Tally tally, DeadLetters letters) {
    this.tally = tally;
    this.letters = letters;
  }

  /** Applies the next event. */
  void apply(LogRecord record, GenericRecord fact) {
    MailboxFold box = of(Mailbox.of(fact));
    long at = Fields.acceptedAt(fact);
    GenericRecord event = Fields.inner(fact, "event");
    switch (Fields.type(event)) {
      case "DeliveredMessage" -> deliver(box, event, at);
      case "ReadMessage" -> read(box, new Wait(record, text(event, "id"), at));
      case "ReadUntil" -> raise(box, new Mark(whole(event, "until"), seconds(at)));
      case "RedactedMessage" -> redact(box, text(event, "id"), seconds(at));
      case "ExpiredMessage" -> expire(box, text(event, "id"), seconds(at));
      case "MissedMessage" -> endWaits(box, text(event, "id"), at);
      case "ClockTick" -> {
        tally.add("clock ticks");
        box.waits().removeIf(wait -> isOver(wait, at));
      }
      default -> throw new IllegalArgumentException("unknown event " + event);
    }
  }

  /** All mailboxes of which events have come. */
  List<MailboxFold> boxes() {
    return inboxes.values().stream().map(Map::values).flatMap(Collection::stream).toList();
  }

  private MailboxFold of(Mailbox box) {
    return inboxes
        .computeIfAbsent(box.everyone(), any -> new LinkedHashMap<>())
        .computeIfAbsent(box.uid(), any -> new MailboxFold(box));
  }

  private Collection<MailboxFold> boxesOf(Mailbox box) {
    return inboxes.getOrDefault(box.everyone(), Map.of()).values();
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }

  private void endWaits(MailboxFold box, String id, long at) {
    tally.add("missed messages");
    box.waits().removeIf(wait -> wait.id().equals(id) && isOver(wait, at));
  }

  /** True when a wait has ended in vain by that time. */
  private boolean isOver(Wait wait, long at) {
    boolean over = at - wait.acceptedAt() > TEN_MINUTES;
    if (over) {
      tally.add("waits in vain");
      letters.expect(wait.record(), "MESSAGE_NOT_FOUND");
    }
    return over;
  }

  private void deliver(MailboxFold box, GenericRecord event, long at) {
    long now = seconds(at);
    String id = text(event, "id");
    boolean isPublic = box.box().isPublic();
    Collection<MailboxFold> readers = isPublic ? boxesOf(box.box()) : List.of(box);
    if (box.known(id, now).isPresent()) {
      tally.add("repeated messages");
    } else {
      tally.add(isPublic ? "public messages" : "messages");
      Held message = Held.delivered(box.box(), event, now);
      box.add(message);
      readers.forEach(reader -> readAhead(reader, message, now));
    }
    readers.forEach(reader -> endWaitsFor(reader, id, at));
  }

  /** Reads a message that the mark of a user covers. */
  private void readAhead(MailboxFold reader, Held message, long now) {
    Mark mark = reader.mark();
    if (mark.until() >= message.received()) {
      tally.add("reads ahead");
      read(reader, message, Math.max(mark.readat(), message.received()), now);
    }
  }

  private void endWaitsFor(MailboxFold reader, String id, long at) {
    if (reader.waits().isEmpty()) {
      return;
    }
    reader
        .waits()
        .removeIf(wait -> wait.id().equals(id) && (isOver(wait, at) || isMet(reader, wait)));
  }

  /** True when the message has come by now; it is read then. */
  private boolean isMet(MailboxFold reader, Wait wait) {
    long then = seconds(wait.acceptedAt());
    Optional<Held> found = find(reader, wait.id(), then);
    found.ifPresent(message -> read(reader, message, then, then));
    if (found.isPresent()) {
      tally.add("waits met");
    }
    return found.isPresent();
  }

  /** A message of the user or of everyone. */
  private Optional<Held> find(MailboxFold reader, String id, long now) {
    return reader
        .known(id, now)
        .filter(own -> !own.isReceipt())
        .or(() -> publicBox(reader).flatMap(box -> box.known(id, now)));
  }

  private Optional<MailboxFold> publicBox(MailboxFold reader) {
    return Optional.ofNullable(inboxes.get(reader.box().everyone()))
        .map(boxes -> boxes.get(Mailbox.EVERYONE));
  }

  private void read(MailboxFold reader, Wait read) {
    long now = seconds(read.acceptedAt());
    Optional<Held> found = find(reader, read.id(), now);
    if (found.isPresent()) {
      read(reader, found.get(), now, now);
    } else if (reader.waits().size() >= MOST_WAITS) {
      letters.expect(read.record(), "LIMIT_EXCEEDED");
    } else {
      tally.add("waits");
      reader.waits().add(read);
    }
  }

  private void read(MailboxFold reader, Held message, long at, long now) {
    if (!message.isLive()) {
      tally.add("reads of removed messages");
    } else if (message.box().isPublic()) {
      if (reader.known(message.id(), now).isPresent()) {
        tally.add("repeated reads");
      } else {
        tally.add("receipts");
        reader.add(message.receipt(reader.box(), at));
      }
    } else if (message.isRead()) {
      tally.add("repeated reads");
    } else {
      tally.add("reads");
      reader.read(message, at);
    }
  }

  private void raise(MailboxFold reader, Mark mark) {
    if (mark.until() <= reader.mark().until()) {
      tally.add("marks no higher");
      return;
    }
    tally.add("marks");
    reader.mark(mark);
    publicBox(reader).ifPresent(everyone -> readUntil(reader, everyone, mark));
    readUntil(reader, reader, mark);
  }

  private void readUntil(MailboxFold reader, MailboxFold from, Mark mark) {
    for (Held message : from.held()) {
      if (!message.isReceipt()
          && message.received() <= mark.until()
          && message.isKnown(mark.readat())) {
        read(reader, message, mark.readat(), mark.readat());
      }
    }
  }

  private void redact(MailboxFold box, String id, long now) {
    Optional<Held> message = box.live(id).filter(found -> !found.isReceipt());
    if (message.isEmpty()) {
      tally.add("removals of nothing");
      return;
    }
    tally.add(box.box().isPublic() ? "public redactions" : "redactions");
    box.remove(message.get(), "REDACTED", now);
    if (box.box().isPublic()) {
      for (MailboxFold reader : boxesOf(box.box())) {
        reader.live(id).ifPresent(receipt -> redactReceipt(reader, receipt, now));
      }
    }
  }

  private void redactReceipt(MailboxFold reader, Held receipt, long now) {
    tally.add("receipts redacted");
    reader.remove(receipt, "REDACTED", now);
  }

  private void expire(MailboxFold box, String id, long now) {
    Optional<Held> expired = box.live(id);
    if (expired.isEmpty()) {
      tally.add("removals of nothing");
      return;
    }
    String what = box.box().isPublic() ? "public messages" : "messages";
    tally.add("expired " + (expired.get().isReceipt() ? "receipts" : what));
    box.remove(expired.get(), "EXPIRED", now);
  }
}
