package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SortableTime;
import io.tributary.schemas.key.inbox.InboxKey;
import java.util.Optional;

/** Rule for events of an inbox; other producers than the gateway write, too. */
final class EventRule {

  private static final long LAST_SECOND = SortableTime.LAST / 1000;

  private EventRule() {}

  /** The inbox of an event; KeyFormatException for an invalid one. */
  static InboxKey inboxOf(InboxEvent event) {
    return new InboxKey(event.getTenantKey(), event.getUid(), event.getInboxKey());
  }

  /** True of events that a gateway stamped; false of those by a processor's or sink's clock. */
  static boolean isOfGateway(InboxEvent event) {
    Object what = event.getEvent();
    return what instanceof DeliveredMessage
        || what instanceof ReadMessage
        || what instanceof ReadUntil
        || what instanceof RedactedMessage;
  }

  /** Refuses events that no service of ours can have written. */
  static void check(InboxEvent event) {
    FactRefusedException.requireMoment("accepted_at_ms", event.getEnvelope().getAcceptedAtMs());
    Object what = event.getEvent();
    idOf(what).ifPresent(id -> KeyPart.MESSAGE_ID.require("id", id));
    if (what instanceof DeliveredMessage message) {
      FactRefusedException.requireWithin("expiredat_s", message.getExpiredatS(), 1, LAST_SECOND);
      if (message.getCategory() != null) {
        KeyPart.CATEGORY.require("category", message.getCategory());
      }
    }
    if (what instanceof ReadUntil read) {
      FactRefusedException.requireWithin("until_s", read.getUntilS(), 0, LAST_SECOND);
    }
    boolean isRead = what instanceof ReadMessage || what instanceof ReadUntil;
    if (isRead && inboxOf(event).isPublic()) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, InboxKey.EVERYONE + " must not read");
    }
  }

  private static Optional<String> idOf(Object what) {
    if (what instanceof DeliveredMessage message) {
      return Optional.of(message.getId());
    }
    if (what instanceof ReadMessage read) {
      return Optional.of(read.getId());
    }
    if (what instanceof RedactedMessage redacted) {
      return Optional.of(redacted.getId());
    }
    if (what instanceof MissedMessage missed) {
      return Optional.of(missed.getId());
    }
    return what instanceof ExpiredMessage expired ? Optional.of(expired.getId()) : Optional.empty();
  }
}
