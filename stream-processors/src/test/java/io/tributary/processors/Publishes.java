package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;

import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.Redaction;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Publishes of the inbox family as the gateway stamps them: messages live 30 days. */
final class Publishes {

  static final String ID = "07AEH01P4K9ZQ2M7X";
  static final String OTHER_ID = "07AEH01R0B8C3D5EF";
  static final InboxPublishKey MESSAGE = new InboxPublishKey("acme", "DEFAULT", ID);
  static final InboxPublishKey CLAIM = new InboxPublishKey("acme", "DEFAULT", "inv#184");
  static final String DIGEST = "0a".repeat(32);
  static final String OTHER_DIGEST = "0b".repeat(32);

  private Publishes() {}

  static InboxPublish publish(Instant acceptedAt, SpecificRecordBase event) {
    return InboxPublish.newBuilder()
        .setEnvelope(Facts.envelope("fact-1", acceptedAt))
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setId(ID)
        .setEvent(event)
        .build();
  }

  static InboxPublishCommand command(
      String commandId, Instant acceptedAt, String digest, String id) {
    return InboxPublishCommand.newBuilder()
        .setEnvelope(Facts.envelope(commandId, acceptedAt))
        .setTenantKey("acme")
        .setInboxKey("DEFAULT")
        .setIdempotencyKey("inv#184")
        .setPayloadDigest(digest)
        .setId(id)
        .setPublication(toUsers(acceptedAt, "u-1001", "u-1002"))
        .build();
  }

  static Publication toUsers(Instant acceptedAt, String... uids) {
    return publication(AudienceKind.users, acceptedAt, List.of(uids));
  }

  static Publication toEveryone(Instant acceptedAt) {
    return publication(AudienceKind.everyone, acceptedAt, List.of());
  }

  static Redaction redaction() {
    return Redaction.newBuilder().build();
  }

  static InboxExpiry expiry(InboxKey inbox, String id) {
    return InboxExpiry.newBuilder()
        .setEnvelope(Facts.envelope("expiry-1", START))
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setId(id)
        .build();
  }

  static MessageDetails details() {
    return MessageDetails.newBuilder()
        .setHostSystemId("inv-2025-000184")
        .setSender("admin-7")
        .setLabel("Invoice recipients")
        .setTitle("Invoice ready")
        .setBodyJson("\"Your August invoice is available.\"")
        .setCtaUri("acme://invoices/184")
        .build();
  }

  private static Publication publication(
      AudienceKind audience, Instant acceptedAt, List<String> uids) {
    return Publication.newBuilder()
        .setAudience(audience)
        .setUids(uids)
        .setCategory("billing")
        .setExpiredatS(acceptedAt.getEpochSecond() + 2_592_000)
        .setDetails(details())
        .build();
  }
}
