package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.avro.inbox.RemovalReason;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import java.util.Optional;

/** Rules for removals of messages and receipts: once, together with their counts. */
final class RemovalEvents {

  private RemovalEvents() {}

  static void apply(
      InboxTransaction work,
      TtlStateStore<InboxMessageKey, InboxReceipt> receipts,
      RedactedMessage redacted) {
    InboxKey inbox = work.inbox();
    Optional<InboxMessage> known = work.message(inbox, redacted.getId());
    Optional<InboxMessage> live = known.filter(message -> message.getRemoval() == null);
    if (work.isBeginning()) {
      live.ifPresent(message -> work.remove(message, RemovalReason.redacted));
    }
    if (inbox.isPublic() && work.isBeginning() == live.isPresent()) {
      receipts.scan(
          work.slice(),
          InboxStates.receiptsOf(new InboxMessageKey(inbox, redacted.getId())),
          work.at(),
          receipt -> work.remove(receipt, RemovalReason.redacted));
    }
  }

  static void apply(InboxTransaction work, ExpiredMessage expired) {
    Optional<InboxMessage> message =
        work.message(work.inbox(), expired.getId()).filter(own -> own.getRemoval() == null);
    if (message.isPresent()) {
      work.remove(message.get(), RemovalReason.expired);
      return;
    }
    boolean isReceipt =
        work.receipt(expired.getId())
            .filter(receipt -> work.remove(receipt, RemovalReason.expired))
            .isPresent();
    if (!isReceipt) {
      work.countUnmatched();
    }
  }
}
