package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.inbox.InboxKey;

/** Rule for events of an inbox; other producers than the gateway write, too. */
final class EventRule {

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

  /** Refuses reads of the public part. */
  static void check(InboxEvent event) {
    Object what = event.getEvent();
    boolean isRead = what instanceof ReadMessage || what instanceof ReadUntil;
    if (isRead && inboxOf(event).isPublic()) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, InboxKey.EVERYONE + " must not read");
    }
  }
}
