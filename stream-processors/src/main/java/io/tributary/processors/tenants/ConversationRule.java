package io.tributary.processors.tenants;

import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.item.EntryContent;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.TenantsItems;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Rules for conversations: the newest entries stay, as many as an item holds. */
final class ConversationRule {

  private static final int MOST_ENTRIES = 200;
  private static final String ENTRY = "{\"role\":\"%s\",\"content\":},";
  private static final long MILLIS = 1000;

  private ConversationRule() {}

  static void requireContent(String content) {
    if (!EntryContent.fits(content)) {
      throw new FactRefusedException(FailureCode.LIMIT_EXCEEDED, "content " + EntryContent.rule());
    }
  }

  /**
   * The conversation with one more entry.
   *
   * @param before empty for the first entry
   * @param entry before the entries that were accepted later, if it or they were moved
   */
  static Conversation said(
      ConversationKey key, Optional<Conversation> before, ConversationEntry entry, long rev) {
    List<ConversationEntry> entries =
        new ArrayList<>(before.map(Conversation::getEntries).orElse(List.of()));
    long at = entry.getAcceptedAtMs();
    int place = entries.size();
    while (place > 0 && isBefore(entry, entries.get(place - 1))) {
      place--;
    }
    entries.add(place, entry);
    long updatedAt =
        Math.max(before.map(Conversation::getUpdatedAtS).orElse(Long.MIN_VALUE), seconds(at));
    Conversation after =
        Conversation.newBuilder()
            .setTenantId(key.tenantId())
            .setConversationId(key.conversationId())
            .setEntries(List.of())
            .setUpdatedAtS(updatedAt)
            .setExpiresAtS(updatedAt + TenantsTopics.CONVERSATION_LIFE.toSeconds())
            .setRev(rev)
            .build();
    after.setEntries(newest(entries, TenantsItems.CONVERSATION.size(after)));
    return after;
  }

  private static boolean isBefore(ConversationEntry entry, ConversationEntry last) {
    return (entry.getMoved() || last.getMoved())
        && last.getAcceptedAtMs() != null
        && last.getAcceptedAtMs() > entry.getAcceptedAtMs();
  }

  /** The conversation without entries, after a clear. */
  static Conversation cleared(Conversation before, long at) {
    long updatedAt = Math.max(before.getUpdatedAtS(), seconds(at));
    return Conversation.newBuilder(before)
        .setEntries(List.of())
        .setUpdatedAtS(updatedAt)
        .setExpiresAtS(updatedAt + TenantsTopics.CONVERSATION_LIFE.toSeconds())
        .setClearedAtS(seconds(at))
        .setRev(before.getRev() + 1)
        .build();
  }

  /** The same life without entries. */
  static Conversation emptied(Conversation before) {
    return Conversation.newBuilder(before).setEntries(List.of()).build();
  }

  /** The newest entries that fit beside an item without any. */
  private static List<ConversationEntry> newest(List<ConversationEntry> entries, long empty) {
    List<ConversationEntry> kept = new ArrayList<>();
    long bytes = empty;
    for (int i = entries.size() - 1; i >= 0 && kept.size() < MOST_ENTRIES; i--) {
      bytes += sizeOf(entries.get(i));
      if (bytes >= ItemSize.LIMIT) {
        break;
      }
      kept.add(entries.get(i));
    }
    Collections.reverse(kept);
    return kept;
  }

  /** Bytes of an entry in the item's JSON, with the comma to the next. */
  private static long sizeOf(ConversationEntry entry) {
    String role = entry.getRole().name();
    return ItemSize.utf8(ENTRY.formatted(role)) + ItemSize.json(entry.getContent());
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, MILLIS);
  }
}
