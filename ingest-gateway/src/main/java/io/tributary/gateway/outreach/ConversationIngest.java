package io.tributary.gateway.outreach;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.OutreachKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Appends requests and updates of conversations. */
record ConversationIngest(FactIngest facts, FactStamp stamp) {

  private static final Problem INACTIVE =
      Problem.of(ErrorCode.PROJECT_INACTIVE, "company_data.project_status is not active");
  private static final Problem NOT_ALLOWED =
      Problem.of(
          ErrorCode.CHANNEL_NOT_ALLOWED,
          "company_data.allowed_channels does not have request_data.channel_method");

  CompletableFuture<Reply> begin(ApiRequest request, IncomingRequest incoming) {
    return refusal(request, incoming)
        .<CompletableFuture<Reply>>map(CompletableFuture::completedFuture)
        .orElseGet(
            () ->
                append(
                    request,
                    incoming.key(),
                    incoming.request(),
                    RequestReader.REQUEST_ID,
                    incoming.key().requestId()));
  }

  CompletableFuture<Reply> update(ApiRequest request, IncomingUpdate incoming) {
    OutreachKey key = ConversationPath.conversation(request);
    return append(
        request,
        key,
        new ConversationUpdate(key.conversationId(), incoming.updateId(), incoming.update()),
        UpdateReader.UPDATE_ID,
        incoming.updateId());
  }

  private static Optional<Problem> refusal(ApiRequest request, IncomingRequest incoming) {
    if (!request.caller().mayActFor(incoming.key().companyId())) {
      return Optional.of(ConversationPath.FORBIDDEN);
    }
    if (incoming.isOfInactiveProject()) {
      return Optional.of(INACTIVE);
    }
    return incoming.isOfForbiddenChannel() ? Optional.of(NOT_ALLOWED) : Optional.empty();
  }

  /** Answers with the conversation's id and one more. */
  private CompletableFuture<Reply> append(
      ApiRequest request, OutreachKey key, Object happened, String name, String id) {
    FactEnvelope envelope = stamp.envelope(request);
    OutreachEvent event = new OutreachEvent(envelope, key.recipient(), happened);
    Reply accepted =
        Answer.accepted(
            JsonNodeFactory.instance
                .objectNode()
                .put(ConversationPath.CONVERSATION_ID, key.conversationId())
                .put(name, id)
                .toString());
    return facts.append(
        request,
        List.of(stamp.record(OutreachTopics.EVENTS, key.recipient(), event, envelope, request)),
        () -> CompletableFuture.completedFuture(accepted));
  }
}
