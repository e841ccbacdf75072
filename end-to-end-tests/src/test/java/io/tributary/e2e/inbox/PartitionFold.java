package io.tributary.e2e.inbox;

import io.tributary.e2e.inbox.UserFold.Mark;
import io.tributary.e2e.inbox.UserFold.Waiting;
import io.tributary.harness.process.Tally;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;

/**
 * One partition of {@code inbox.events}, folded in the order of its log by the documents alone:
 * inboxes of users, and the public ones, whose events come to every partition. An event that goes
 * on with another has no effect of its own here: the first one has done it all.
 */
final class PartitionFold {

  private static final long TEN_MINUTES = 600_000;

  private final Tally<Happening> tally;
  private final Map<Inbox, Map<String, UserFold>> inboxes = new HashMap<>();
  private final Set<String> lost = new TreeSet<>();

  PartitionFold(Tally<Happening> tally) {
    this.tally = tally;
  }

  /** Takes in the next event, which stands at that place. */
  void apply(String place, GenericRecord fact) {
    if (fact.get("resume_after") != null) {
      tally.add(Happening.CONTINUATIONS);
      return;
    }
    UserFold user = of(Held.inbox(fact), fact.get("uid").toString());
    GenericRecord envelope = (GenericRecord) fact.get("envelope");
    long acceptedAt = (Long) envelope.get("accepted_at");
    long second = Math.floorDiv(acceptedAt, 1_000L);
    GenericRecord event = (GenericRecord) fact.get("event");
    switch (event.getSchema().getName()) {
      case "DeliveredMessage" ->
          deliver(user, Held.delivered(user.inbox(), user.uid(), event, second), acceptedAt);
      case "ReadMessage" -> read(user, new Waiting(place, id(event), acceptedAt));
      case "ReadUntil" -> raise(user, new Mark((Long) event.get("until"), second));
      case "RedactedMessage" -> redact(user, id(event));
      case "ExpiredMessage" -> expire(user, id(event));
      case "ClockTick" -> {
        tally.add(Happening.TICKS);
        List.copyOf(user.waiting()).forEach(each -> endWait(user, each, acceptedAt));
      }
      case "MissedMessage" -> {
        tally.add(Happening.TICKS);
        List.copyOf(user.waiting()).stream()
            .filter(each -> each.id().equals(id(event)))
            .forEach(each -> endWait(user, each, acceptedAt));
      }
      default -> throw new AssertionError("unknown event " + event);
    }
  }

  /** Everybody there is, the public ones too. */
  List<UserFold> users() {
    return inboxes.values().stream().map(Map::values).flatMap(Collection::stream).toList();
  }

  /** Places of reads that have waited in vain. */
  Set<String> lost() {
    return lost;
  }

  private UserFold of(Inbox inbox, String uid) {
    return inboxes
        .computeIfAbsent(inbox, any -> new TreeMap<>())
        .computeIfAbsent(uid, any -> new UserFold(inbox, uid));
  }

  private List<UserFold> usersOf(Inbox inbox) {
    return inboxes.getOrDefault(inbox, Map.of()).values().stream()
        .filter(user -> !user.isPublic())
        .toList();
  }

  /** False when it has not waited long enough by then. */
  private boolean endWait(UserFold user, Waiting wait, long acceptedAt) {
    if (acceptedAt - wait.acceptedAt() <= TEN_MINUTES) {
      return false;
    }
    user.waiting().remove(wait);
    lost.add(wait.place());
    tally.add(Happening.WAITS_LOST);
    return true;
  }

  private void deliver(UserFold user, Held message, long acceptedAt) {
    if (user.knows(message.id())) {
      tally.add(Happening.REPEATED_MESSAGES);
      return;
    }
    user.add(message);
    if (user.isPublic()) {
      tally.add(Happening.PUBLIC_MESSAGES);
      usersOf(user.inbox()).forEach(reader -> meet(reader, message, acceptedAt));
    } else {
      tally.add(Happening.MESSAGES);
      meet(user, message, acceptedAt);
    }
  }

  /** What a user has said about a message before it came. */
  private void meet(UserFold reader, Held message, long acceptedAt) {
    if (reader.mark().until() >= message.received()) {
      tally.add(Happening.READS_AHEAD);
      read(reader, message, Math.max(reader.mark().readat(), message.received()));
    }
    for (Waiting each : List.copyOf(reader.waiting())) {
      if (each.id().equals(message.id()) && !endWait(reader, each, acceptedAt)) {
        reader.waiting().remove(each);
        tally.add(Happening.WAITS_MET);
        read(reader, message, Math.floorDiv(each.acceptedAt(), 1_000L));
      }
    }
  }

  private void read(UserFold user, Waiting read) {
    Optional<Held> known =
        user.get(read.id()).or(() -> of(user.inbox(), Inbox.PUBLIC).get(read.id()));
    if (known.isPresent()) {
      read(user, known.get(), Math.floorDiv(read.acceptedAt(), 1_000L));
    } else if (user.knows(read.id()) || of(user.inbox(), Inbox.PUBLIC).knows(read.id())) {
      tally.add(Happening.READS_TOO_LATE);
    } else {
      tally.add(Happening.WAITS);
      user.waiting().add(read);
    }
  }

  /** A user reads a message, the user's own or a public one, for the first time or again. */
  private void read(UserFold user, Held message, long at) {
    if (message.uid().equals(Inbox.PUBLIC)) {
      if (user.knows(message.id())) {
        tally.add(Happening.REPEATED_READS);
      } else {
        tally.add(Happening.RECEIPTS);
        user.add(message.receiptOf(user.uid(), at));
      }
    } else if (user.get(message.id()).filter(held -> held.readat() == null).isPresent()) {
      tally.add(Happening.READS);
      user.read(message.id(), at);
    } else {
      tally.add(Happening.REPEATED_READS);
    }
  }

  private void raise(UserFold user, Mark mark) {
    if (mark.until() <= user.mark().until()) {
      tally.add(Happening.NO_MARKS);
      return;
    }
    tally.add(Happening.MARKS);
    user.mark(mark);
    for (UserFold from : List.of(user, of(user.inbox(), Inbox.PUBLIC))) {
      for (Held message : List.copyOf(from.held().values())) {
        if (!message.isReceipt() && message.received() <= mark.until()) {
          read(user, message, mark.readat());
        }
      }
    }
  }

  private void redact(UserFold user, String id) {
    if (user.get(id).isEmpty()) {
      tally.add(Happening.NO_REMOVALS);
      return;
    }
    tally.add(user.isPublic() ? Happening.PUBLIC_REDACTIONS : Happening.REDACTIONS);
    user.remove(id, "REDACTED");
    if (user.isPublic()) {
      for (UserFold reader : usersOf(user.inbox())) {
        if (reader.get(id).isPresent()) {
          tally.add(Happening.RECEIPTS_REDACTED);
          reader.remove(id, "REDACTED");
        }
      }
    }
  }

  private void expire(UserFold user, String id) {
    Optional<Held> expired = user.get(id);
    if (expired.isEmpty()) {
      tally.add(Happening.NO_REMOVALS);
      return;
    }
    if (user.isPublic()) {
      tally.add(Happening.PUBLIC_EXPIRIES);
    } else {
      tally.add(expired.get().isReceipt() ? Happening.RECEIPTS_EXPIRED : Happening.EXPIRIES);
    }
    user.remove(id, "EXPIRED");
  }

  private static String id(GenericRecord event) {
    return event.get("id").toString();
  }
}
