package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.schemas.key.inbox.InboxKey;
import java.util.Optional;

/** Rules for deliveries: once, and read at once where the user has read up to later. */
final class DeliveryEvents {

  private DeliveryEvents() {}

  static void apply(InboxTransaction work, ReadUpToStore marks, DeliveredMessage delivered) {
    InboxKey inbox = work.inbox();
    Optional<InboxMessage> known = work.message(inbox, delivered.getId());
    if (!work.isBeginning()) {
      known.ifPresent(message -> meet(work, marks, message));
    } else if (known.isPresent()) {
      work.countDuplicate();
    } else {
      InboxMessage message = message(work, marks, delivered);
      work.deliver(message);
      meet(work, marks, message);
    }
  }

  private static InboxMessage message(
      InboxTransaction work, ReadUpToStore marks, DeliveredMessage delivered) {
    InboxKey inbox = work.inbox();
    long received = work.now();
    Optional<ReadUpTo> mark = marks.of(inbox).filter(read -> read.until() >= received);
    return InboxMessage.newBuilder()
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setId(delivered.getId())
        .setCategory(delivered.getCategory())
        .setReceivedS(received)
        .setReadatS(mark.map(read -> read.readatOf(received)).orElse(null))
        .setExpiredatS(delivered.getExpiredatS())
        .setDetails(delivered.getDetails())
        .setRev(0)
        .build();
  }

  /** Reads a public message for the users who have read past its time. */
  private static void meet(InboxTransaction work, ReadUpToStore marks, InboxMessage message) {
    if (work.inbox().isPublic()) {
      long received = message.getReceivedS();
      marks.usersWhoReadPast(
          work.slice(),
          work.inbox(),
          received,
          (user, mark) -> work.read(user, message, mark.readatOf(received)));
    }
  }
}
