package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.acceptedAt;
import static io.tributary.harness.store.Fields.inner;
import static io.tributary.harness.store.Fields.maybe;
import static io.tributary.harness.store.Fields.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/** What its log makes of all that happens between companies and one recipient. */
final class RecipientFold {

  private final Map<String, ConversationFold> conversations = new LinkedHashMap<>();
  private final Map<String, ConversationFold> newest = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Map<String, Object>> replies = new ArrayList<>();
  private final Map<String, String> letters = new TreeMap<>();
  private final Map<String, Integer> tally = new TreeMap<>();

  /**
   * Takes the next fact.
   *
   * @param place where it stands, as dead letters say it
   */
  void apply(String place, GenericRecord fact) {
    GenericRecord event = inner(fact, "event");
    Optional<String> code =
        switch (event.getSchema().getName()) {
          case "ConversationRequest" -> begin(fact);
          case "ConversationUpdate" -> update(acceptedAt(fact), event);
          case "ChannelReply" -> reply(acceptedAt(fact), event);
          default -> throw new AssertionError("unknown event " + event.getSchema());
        };
    code.ifPresent(
        known -> {
          letters.put(place, known);
          count(known);
        });
  }

  private Optional<String> begin(GenericRecord fact) {
    ConversationFold conversation = new ConversationFold(fact);
    if (conversations.putIfAbsent(conversation.id(), conversation) != null) {
      count("repeated requests");
      return Optional.empty();
    }
    newest.merge(
        conversation.correspondence(),
        conversation,
        (before, next) -> next.createdAt() >= before.createdAt() ? next : before);
    count("conversations");
    return Optional.empty();
  }

  private Optional<String> update(long acceptedAt, GenericRecord event) {
    String id = text(event, "conversation_id");
    ConversationFold conversation = conversations.get(id);
    if (conversation == null) {
      return Optional.of("CONVERSATION_NOT_FOUND");
    }
    String once = "update " + id + " " + text(event, "update_id");
    if (seen.contains(once)) {
      count("repeated updates");
      return Optional.empty();
    }
    if (!conversation.update(acceptedAt, inner(event, "update"))) {
      return Optional.of("ILLEGAL_TRANSITION");
    }
    seen.add(once);
    count("updates");
    return Optional.empty();
  }

  private Optional<String> reply(long acceptedAt, GenericRecord event) {
    if (maybe(event, "malformed").isPresent()) {
      return Optional.of("MALFORMED");
    }
    String channel = text(event, "channel_type") + " " + text(event, "channel_id");
    String once = "reply " + channel + " " + text(event, "event_id");
    if (seen.contains(once)) {
      count("repeated replies");
      return Optional.empty();
    }
    ConversationFold conversation = newest.get(channel);
    if (conversation == null) {
      return Optional.of("CONVERSATION_NOT_FOUND");
    }
    seen.add(once);
    Map<String, Object> record = conversation.reply(acceptedAt, event);
    replies.add(record);
    count("replies to " + record.get("route"));
    return Optional.empty();
  }

  private void count(String what) {
    tally.merge(what, 1, Integer::sum);
  }

  /** Every conversation, in the order of their requests. */
  Collection<ConversationFold> conversations() {
    return conversations.values();
  }

  /** What is told of replies, in their order. */
  List<Map<String, Object>> replies() {
    return replies;
  }

  /** Codes by where the fact stands. */
  Map<String, String> letters() {
    return letters;
  }

  /** How often what happened. */
  Map<String, Integer> tally() {
    return tally;
  }
}
