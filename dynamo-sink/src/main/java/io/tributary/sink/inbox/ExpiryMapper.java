package io.tributary.sink.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.sink.route.RelayRoute;
import java.util.Map;

/** Mapper of expired messages and receipts to facts of their inbox. */
final class ExpiryMapper implements RelayRoute.Mapper<InboxKey, InboxExpiry> {

  @Override
  public RelayRoute.Expiry<InboxKey, InboxExpiry> map(
      Map<String, String> key, FactEnvelope envelope) {
    String pk = key.getOrDefault("pk", "");
    String sk = key.getOrDefault("sk", "");
    InboxMessageKey message = InboxMessageKey.CODEC.decode(pk + '#' + sk);
    InboxKey inbox = message.inbox();
    if (!inbox.pk().equals(pk)) {
      throw new KeyFormatException("pk must be an inbox's key");
    }
    return new RelayRoute.Expiry<>(
        inbox,
        InboxExpiry.newBuilder()
            .setEnvelope(envelope)
            .setTenantKey(inbox.tenantKey())
            .setInboxKey(inbox.inboxKey())
            .setUid(inbox.uid())
            .setId(message.id())
            .build());
  }
}
