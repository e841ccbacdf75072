package io.tributary.gateway.inbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.OutgoingRecord;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Appends one fact for each message read. */
record ReadsIngest(FactWriter facts) {

  CompletableFuture<Reply> handle(ApiRequest request, IncomingReads reads) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    return facts.write(
        request,
        events(reads, answer).stream().map(event -> fact(request, event)).toList(),
        () -> Answer.accepted(answer.toString()));
  }

  private static List<?> events(IncomingReads reads, ObjectNode answer) {
    if (reads instanceof IncomingReads.Messages messages) {
      ArrayNode ids = answer.putArray(ReadsReader.MESSAGES);
      messages.ids().forEach(ids::add);
      return messages.ids().stream().map(ReadMessage::new).toList();
    }
    long until = ((IncomingReads.Until) reads).epochSeconds();
    answer.put(ReadsReader.UNTIL, until);
    return List.of(new ReadUntil(until));
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
