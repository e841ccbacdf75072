package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.item.EntryContent;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Appends messages of applications to conversations. */
record ConversationRoutes(FactWriter facts) {

  private static final String MESSAGE_ID = "message_id";
  private static final RecordReader MESSAGE = RecordReader.all(PostedMessage.getClassSchema());
  private static final TextRule CONTENTS =
      TextRule.value(
          "must not be empty, and " + EntryContent.rule(),
          content -> !content.isEmpty() && EntryContent.fits(content));

  static PostedMessage read(RequestObject body) {
    PostedMessage message = MESSAGE.read(body, new PostedMessage());
    message.setContent(body.text("content", CONTENTS));
    return message;
  }

  CompletableFuture<Reply> post(ApiRequest request, PostedMessage message) {
    return append(request, message, MESSAGE_ID, message.getMessageId());
  }

  /** A repeat under an Idempotency-Key clears nothing that came in between. */
  CompletableFuture<Reply> clear(ApiRequest request) {
    return request
        .idempotencyKeyRefusal()
        .map(Reply::completed)
        .orElseGet(
            () ->
                append(
                    request,
                    new ClearedConversation(request.idempotencyKey().orElse(null)),
                    TenantsPath.CONVERSATION_ID,
                    TenantsPath.conversation(request).conversationId()));
  }

  private CompletableFuture<Reply> append(
      ApiRequest request, Object happened, String name, String id) {
    ConversationKey key = TenantsPath.conversation(request);
    Reply accepted = Answer.accepted(Map.of(name, id));
    return facts.write(
        request,
        TenantsTopics.CONVERSATION_EVENTS,
        key,
        envelope ->
            ConversationEvent.newBuilder()
                .setEnvelope(envelope)
                .setTenantId(key.tenantId())
                .setConversationId(key.conversationId())
                .setEvent(happened)
                .build(),
        envelope -> accepted);
  }
}
