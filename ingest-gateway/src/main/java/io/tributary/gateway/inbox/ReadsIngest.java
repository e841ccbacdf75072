package io.tributary.gateway.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.OutgoingRecord;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.concurrent.CompletableFuture;

/** Appends one fact for each message read. */
record ReadsIngest(FactWriter facts) {

  CompletableFuture<Reply> handle(ApiRequest request, ReadsReader.Reads reads) {
    return facts.write(
        request,
        reads.events().stream().map(event -> fact(request, event)).toList(),
        () -> Answer.accepted(reads.answer()));
  }

  private OutgoingRecord<InboxKey, InboxEvent> fact(ApiRequest request, Object event) {
    InboxPath inbox = InboxPath.of(request);
    String uid = request.path().getOrDefault(InboxPath.UID, "");
    FactEnvelope envelope = facts.envelope(request);
    return facts.record(
        request,
        InboxTopics.EVENTS,
        new InboxKey(inbox.tenantKey(), uid, inbox.inboxKey()),
        envelope,
        new InboxEvent(envelope, inbox.tenantKey(), inbox.inboxKey(), uid, null, event));
  }
}
