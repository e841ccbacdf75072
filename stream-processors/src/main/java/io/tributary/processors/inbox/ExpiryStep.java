package io.tributary.processors.inbox;

import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.inbox.event.ForwardedEvent;
import io.tributary.schemas.key.inbox.InboxKey;
import java.util.List;

/** Forwards DynamoDB's removals to the log of their inbox. */
final class ExpiryStep implements FactStep<InboxExpiry> {

  static InboxKey inboxOf(InboxExpiry expiry) {
    return new InboxKey(expiry.getTenantKey(), expiry.getUid(), expiry.getInboxKey());
  }

  @Override
  public List<OutputRecord<?, ?>> apply(InboxExpiry expiry) {
    return List.of(
        ForwardedEvent.to(
            inboxOf(expiry), expiry.getEnvelope(), new ExpiredMessage(expiry.getId())));
  }
}
