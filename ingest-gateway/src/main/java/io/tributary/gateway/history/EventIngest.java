package io.tributary.gateway.history;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.ThreadKey;
import io.tributary.schemas.topic.HistoryTopics;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Appends an event of a thread. */
record EventIngest(FactIngest facts, FactStamp stamp, HistoryLives lives) {

  /** Leaves room in an item of 400 KB for keys and feedback. */
  private static final int MOST_BYTES = 360 * 1024;

  private static final Problem FORBIDDEN =
      Problem.of(ErrorCode.FORBIDDEN, "the token has no grant for that org_id and tenant_id");
  private static final Problem TOO_LARGE =
      Problem.of(
          ErrorCode.PAYLOAD_TOO_LARGE,
          "content, response_metadata and sources must together have at most "
              + MOST_BYTES
              + " bytes as DynamoDB counts them");

  CompletableFuture<Reply> handle(ApiRequest request, IncomingEvent incoming) {
    if (!HistoryGrants.allow(request.caller(), incoming.thread())) {
      return CompletableFuture.completedFuture(FORBIDDEN);
    }
    if (incoming.bytes() > MOST_BYTES) {
      return CompletableFuture.completedFuture(TOO_LARGE);
    }
    FactEnvelope envelope = stamp.envelope(request);
    HistoryEvent event = event(incoming, envelope);
    return facts.append(
        request,
        List.of(stamp.record(HistoryTopics.EVENTS, incoming.thread(), event, envelope, request)),
        () -> CompletableFuture.completedFuture(accepted(incoming.answer())));
  }

  private HistoryEvent event(IncomingEvent incoming, FactEnvelope envelope) {
    ThreadKey thread = incoming.thread();
    return HistoryEvent.newBuilder()
        .setEnvelope(envelope)
        .setOrgId(thread.orgId())
        .setTenantId(thread.tenantId().orElse(null))
        .setUserId(thread.userId())
        .setThreadId(thread.threadId())
        .setLifeS(lives.lasting().toSeconds())
        .setTemporaryLifeS(lives.temporary().toSeconds())
        .setEvent(incoming.event().apply(envelope.getAcceptedAtMs()))
        .build();
  }

  private static Reply accepted(IncomingEvent.Named named) {
    return Answer.accepted(
        JsonNodeFactory.instance.objectNode().put(named.name(), named.id()).toString());
  }
}
