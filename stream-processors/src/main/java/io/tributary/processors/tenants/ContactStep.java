package io.tributary.processors.tenants;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.avro.channels.KnownIdentifier;
import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.channels.event.ProviderIds;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves the conversation of an identifier to its contact's, once: it may have begun before a
 * message told that both are one person.
 */
record ContactStep(TtlStateStore<String, KnownIdentifier> known)
    implements FactStep<ContactIdentifier> {

  static final StateDescriptor<String, KnownIdentifier> KNOWN =
      StateDescriptor.privateState(
          "tenants.known-identifiers",
          KnownIdentifier.class,
          KnownIdentifier::getIdentifier,
          identifier -> Long.MAX_VALUE);

  @Override
  public List<OutputRecord<?, ?>> apply(ContactIdentifier fact) {
    long at = fact.getEnvelope().getAcceptedAtMs();
    known.observeTime(at);
    String identifier = ChannelKey.of(fact).text() + '#' + ContactId.single(fact.getIdentifier());
    if (!fact.getMoved() && known.find(identifier, at).isPresent()) {
      return List.of();
    }
    known.put(new KnownIdentifier(identifier, fact.getContact()));
    return moves(fact);
  }

  private static List<OutputRecord<?, ?>> moves(ContactIdentifier fact) {
    List<OutputRecord<?, ?>> moves = new ArrayList<>();
    if (fact.getTenantId() != null && fact.getConversations() != null) {
      String to = ProviderIds.conversation(fact.getConversations(), fact.getContact());
      for (String form : ContactId.forms(fact.getIdentifier())) {
        String from = ProviderIds.conversation(fact.getConversations(), form);
        if (!from.equals(to)) {
          ConversationEvent move =
              ConversationEvent.newBuilder()
                  .setEnvelope(fact.getEnvelope())
                  .setTenantId(fact.getTenantId())
                  .setConversationId(from)
                  .setEvent(new ClearedConversation())
                  .setMovedTo(to)
                  .build();
          moves.add(
              new OutputRecord<>(
                  TenantsTopics.CONVERSATION_EVENTS, ConversationKey.of(move), move));
        }
      }
    }
    return moves;
  }
}
