package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Routes of applications that request and update conversations. */
record OutreachRoutes(FactWriter facts, RequestReader requests, CompanySenders senders) {

  private static final String CONVERSATIONS = "/v1/outreach/conversations";

  private static final Problem INACTIVE =
      Problem.of(ErrorCode.PROJECT_INACTIVE, "company_data.project_status is not active");
  private static final Problem NOT_ALLOWED =
      Problem.of(
          ErrorCode.CHANNEL_NOT_ALLOWED,
          "company_data.allowed_channels does not have request_data.channel_method");

  private static final Problem OTHERS_SENDER =
      Problem.of(
          ErrorCode.SENDER_NOT_ALLOWED,
          "company_data.channel_config names a number or address of another company");

  List<HttpRoute> all(RouteBuilder applications) {
    return List.of(
        applications.json("POST", CONVERSATIONS, requests::read, this::begin),
        applications
            .json(
                "POST",
                CONVERSATIONS + "/{conversation_id}/updates",
                UpdateReader::read,
                this::update)
            .with(ConversationPath::refusal));
  }

  private CompletableFuture<Reply> begin(ApiRequest request, IncomingRequest incoming) {
    return refusal(request, incoming)
        .map(Reply::completed)
        .orElseGet(
            () ->
                append(
                    request,
                    incoming.key(),
                    incoming.request(),
                    RequestReader.REQUEST_ID,
                    incoming.key().requestId()));
  }

  private CompletableFuture<Reply> update(ApiRequest request, ConversationUpdate.Builder incoming) {
    OutreachKey key = ConversationPath.conversation(request);
    return append(
        request,
        key,
        incoming.setConversationId(key.conversationId()).build(),
        UpdateReader.UPDATE_ID,
        incoming.getUpdateId());
  }

  private Optional<Problem> refusal(ApiRequest request, IncomingRequest incoming) {
    if (!request.caller().mayActFor(incoming.key().companyId())) {
      return Optional.of(ConversationPath.FORBIDDEN);
    }
    if (incoming.isOfInactiveProject()) {
      return Optional.of(INACTIVE);
    }
    if (incoming.isOfForbiddenChannel()) {
      return Optional.of(NOT_ALLOWED);
    }
    return senders.maySend(
            incoming.key().companyId(),
            incoming.channel(),
            Optional.ofNullable(incoming.request().getCompanySender()))
        ? Optional.empty()
        : Optional.of(OTHERS_SENDER);
  }

  /** Answers with the conversation's id and one more. */
  private CompletableFuture<Reply> append(
      ApiRequest request, OutreachKey key, Object happened, String name, String id) {
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put(ConversationPath.CONVERSATION_ID, key.conversationId());
    ids.put(name, id);
    Reply accepted = Answer.accepted(ids);
    String recipient = PhoneNumber.single(key.recipient());
    List<String> others = recipient.equals(key.recipient()) ? List.of() : List.of(key.recipient());
    return facts.write(
        request,
        OutreachTopics.EVENTS,
        recipient,
        envelope -> new OutreachEvent(envelope, recipient, happened, others),
        envelope -> accepted);
  }
}
