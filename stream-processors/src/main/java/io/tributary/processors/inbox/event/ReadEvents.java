package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.schemas.key.inbox.InboxKey;
import java.util.Optional;

/** Rules for reads: once, one by one or all up to a moment. */
final class ReadEvents {

  private ReadEvents() {}

  static void apply(InboxTransaction work, ReadMessage read) {
    InboxKey user = work.inbox();
    Optional<InboxMessage> own = work.message(user, read.getId());
    if (own.isPresent()) {
      work.read(own.get());
    } else {
      work.message(user.everyone(), read.getId())
          .ifPresent(message -> work.read(user, message, work.now()));
    }
  }

  static void apply(InboxTransaction work, InboxStates states, ReadUntil read) {
    InboxKey user = work.inbox();
    long until = read.getUntilS();
    long marked = states.marks().of(user).map(ReadUpTo::until).orElse(-1L);
    if (work.isBeginning() ? marked >= until : marked < until) {
      return; // all of that is read already; or this is not the rest of anything
    }
    if (work.isBeginning()) {
      work.mark(new ReadUpTo(until, work.now()));
    }
    // in the order of their ids, as slices want it
    states
        .messages()
        .scan(
            work.slice(),
            InboxStates.messagesOf(user.everyone()),
            work.at(),
            message -> message.getReceivedS() <= until && work.read(user, message, work.now()));
    states
        .messages()
        .scan(
            work.slice(),
            InboxStates.messagesOf(user),
            work.at(),
            own -> own.getReceivedS() <= until && work.read(own));
  }
}
