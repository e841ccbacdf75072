package io.tributary.processors.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Events of a conversation for another that it has become part of. */
final class ConversationMove {

  private static final long MILLIS = 1000;

  private ConversationMove() {}

  /** The same event there. */
  static OutputRecord<?, ?> sentOn(ConversationEvent event, ConversationKey to) {
    return outputRecord(
        ConversationEvent.newBuilder(event)
            .setConversationId(to.conversationId())
            .setMovedFrom(event.getConversationId())
            .build());
  }

  /**
   * The entries with their times. One from before entries had times has that of the next.
   *
   * @param move names the entries' messages, so that they have their effect once
   */
  static List<OutputRecord<?, ?>> entries(
      ConversationEvent move, Conversation known, ConversationKey to) {
    List<OutputRecord<?, ?>> all = new ArrayList<>();
    List<ConversationEntry> entries = known.getEntries();
    long at = known.getUpdatedAtS() * MILLIS;
    for (int i = entries.size() - 1; i >= 0; i--) {
      ConversationEntry entry = entries.get(i);
      at = entry.getAcceptedAtMs() == null ? at : entry.getAcceptedAtMs();
      String id = move.getEnvelope().getFactId() + '-' + i;
      all.add(
          outputRecord(
              ConversationEvent.newBuilder()
                  .setEnvelope(
                      FactEnvelope.newBuilder(move.getEnvelope()).setAcceptedAtMs(at).build())
                  .setTenantId(to.tenantId())
                  .setConversationId(to.conversationId())
                  .setEvent(new PostedMessage(id, entry.getRole(), entry.getContent()))
                  .setMovedFrom(known.getConversationId())
                  .build()));
    }
    Collections.reverse(all);
    return all;
  }

  private static OutputRecord<?, ?> outputRecord(ConversationEvent event) {
    return new OutputRecord<>(TenantsTopics.CONVERSATION_EVENTS, ConversationKey.of(event), event);
  }
}
