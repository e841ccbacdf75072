package io.tributary.gateway.history;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.HistoryTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Routes of applications that post messages, threads and feedback. */
record HistoryRoutes(FactWriter facts, Duration ttl, Duration temporaryTtl) {

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

  List<HttpRoute> all(RouteBuilder applications) {
    return List.of(
        post(applications, "/v1/history/messages", HistoryReader::message),
        post(applications, "/v1/history/threads", HistoryReader::thread),
        post(applications, "/v1/history/feedback", HistoryReader::feedback));
  }

  private HttpRoute post(
      RouteBuilder applications, String path, Function<RequestObject, IncomingEvent> reader) {
    return applications.json("POST", path, reader, this::append);
  }

  private CompletableFuture<Reply> append(ApiRequest request, IncomingEvent incoming) {
    if (!HistoryGrants.allow(request.caller(), incoming.thread())) {
      return FORBIDDEN.completed();
    }
    if (incoming.bytes() > MOST_BYTES) {
      return TOO_LARGE.completed();
    }
    return facts.write(
        request,
        HistoryTopics.EVENTS,
        incoming.thread(),
        envelope -> event(incoming, envelope),
        envelope -> accepted(incoming.answer()));
  }

  private HistoryEvent event(IncomingEvent incoming, FactEnvelope envelope) {
    ThreadKey thread = incoming.thread();
    return HistoryEvent.newBuilder()
        .setEnvelope(envelope)
        .setOrgId(thread.orgId())
        .setTenantId(thread.tenantId().orElse(null))
        .setUserId(thread.userId())
        .setThreadId(thread.threadId())
        .setLifeS(ttl.toSeconds())
        .setTemporaryLifeS(temporaryTtl.toSeconds())
        .setEvent(incoming.event().apply(envelope.getAcceptedAtMs()))
        .build();
  }

  private static Reply accepted(IncomingEvent.Named named) {
    return Answer.accepted(Map.of(named.name(), named.id()));
  }
}
