package io.tributary.processors.inbox.event;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import org.apache.avro.specific.SpecificRecordBase;

/** Facts that concern an inbox become events in its log, under their own envelope. */
public final class ForwardedEvent {

  private ForwardedEvent() {}

  /** Refuses what nobody of ours can have stamped on a fact, though another producer may. */
  public static void check(FactEnvelope envelope) {
    FactRefusedException.requireMoment("accepted_at_ms", envelope.getAcceptedAtMs());
  }

  /** An event of one user's inbox, or of the public one, of which every partition must know. */
  public static Emission<InboxKey, InboxEvent> to(
      InboxKey inbox, FactEnvelope envelope, SpecificRecordBase what) {
    InboxEvent event = event(inbox, envelope, what);
    return inbox.isPublic()
        ? Emission.everywhere(InboxTopics.EVENTS, inbox, event)
        : new Emission<>(InboxTopics.EVENTS, inbox, event);
  }

  /** The event itself. */
  public static InboxEvent event(InboxKey inbox, FactEnvelope envelope, SpecificRecordBase what) {
    return InboxEvent.newBuilder()
        .setEnvelope(envelope)
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setEvent(what)
        .build();
  }
}
