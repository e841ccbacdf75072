package io.tributary.processors.inbox.event;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import org.apache.avro.specific.SpecificRecordBase;

/** Facts that become events of an inbox, under their own envelope. */
public final class ForwardedEvent {

  private ForwardedEvent() {}

  /** An event of a user's inbox, or of the public one for every partition. */
  public static OutputRecord<InboxKey, InboxEvent> to(
      InboxKey inbox, FactEnvelope envelope, SpecificRecordBase what) {
    InboxEvent event = event(inbox, envelope, what);
    return inbox.isPublic()
        ? OutputRecord.everywhere(InboxTopics.EVENTS, inbox, event)
        : new OutputRecord<>(InboxTopics.EVENTS, inbox, event);
  }

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
