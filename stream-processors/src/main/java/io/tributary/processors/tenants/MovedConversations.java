package io.tributary.processors.tenants;

import io.tributary.avro.tenants.MovedConversation;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Optional;

/**
 * Conversations of one task that are part of another now, because both are of one person; known for
 * the life of a conversation after the last event. Times are accepted_at_ms, epoch milliseconds.
 */
record MovedConversations(TtlStateStore<String, MovedConversation> states) {

  static final StateDescriptor<String, MovedConversation> KIND =
      StateDescriptor.privateState(
          "tenants.moved-conversations",
          MovedConversation.class,
          MovedConversation::getConversation,
          MovedConversation::getExpiresAtS);

  private static final long MILLIS = 1000;

  /** Notes the accepted_at_ms of a fact. */
  void observeTime(long at) {
    states.observeTime(at);
  }

  /** The conversation that it is part of. */
  Optional<ConversationKey> find(ConversationKey conversation, long at) {
    return states
        .find(conversation.text(), at)
        .map(moved -> new ConversationKey(conversation.tenantId(), moved.getMovedTo()));
  }

  void put(ConversationKey conversation, ConversationKey to, long at) {
    states.put(
        new MovedConversation(
            conversation.text(),
            to.conversationId(),
            Math.floorDiv(at, MILLIS) + TenantsTopics.CONVERSATION_LIFE.toSeconds()));
  }
}
