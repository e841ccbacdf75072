package io.tributary.traffic.outreach;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.SeenIds;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All that happens between companies and one recipient, in the order of its log. */
final class RecipientFold {

  private static final String NOT_FOUND = "CONVERSATION_NOT_FOUND";

  private final Map<String, ConversationFold> conversations = new HashMap<>();

  /** Lives that have begun, by correspondence, in the order of the log. */
  private final Map<String, List<ConversationFold>> begun = new HashMap<>();

  private final SeenIds seen = new SeenIds();
  private final Map<String, List<OutreachConversation>> records = new TreeMap<>();
  private final List<OutreachReply> replies = new ArrayList<>();
  private final DeadLetters letters;
  private final Tally tally;

  /**
   * A recipient of whom nothing is known.
   *
   * @param letters of all recipients
   * @param tally counts the events of all recipients
   */
  RecipientFold(DeadLetters letters, Tally tally) {
    this.letters = letters;
    this.tally = tally;
  }

  /** Update of one life of a conversation. */
  private record UpdateId(String conversation, long createdAt, String id) {}

  /** Reply on a channel. */
  private record ReplyId(String correspondence, String id) {}

  /** Applies the next fact. */
  void apply(LogRecord record, OutreachEvent fact) {
    long at = fact.getEnvelope().getAcceptedAt();
    Optional<String> code;
    if (fact.getEvent() instanceof ConversationRequest request) {
      code = begin(fact, request, at);
    } else if (fact.getEvent() instanceof ConversationUpdate update) {
      code = update(update, at);
    } else {
      code = reply((ChannelReply) fact.getEvent(), at);
    }
    code.ifPresent(
        known -> {
          letters.expect(record, known);
          tally.add(known);
        });
  }

  private Optional<String> begin(OutreachEvent fact, ConversationRequest request, long at) {
    String id = ConversationFold.idOf(fact.getRecipient(), request);
    ConversationFold known = conversations.get(id);
    if (known != null && known.isAlive(at)) {
      tally.add("repeated requests");
      return Optional.empty();
    }
    tally.add(known == null ? "conversations" : "second lives");
    if (known != null) {
      begun.getOrDefault(known.correspondence(), new ArrayList<>()).remove(known);
    }
    ConversationFold conversation =
        new ConversationFold(
            fact.getRecipient(),
            request,
            fact.getEnvelope(),
            records.computeIfAbsent(id, any -> new ArrayList<>()));
    conversations.put(id, conversation);
    if (request.getCompanySender() != null) {
      List<ConversationFold> rivals =
          begun.computeIfAbsent(conversation.correspondence(), any -> new ArrayList<>());
      if (newest(rivals, at).filter(rival -> rival.createdAt() > at).isPresent()) {
        tally.add("begun late");
      }
      rivals.add(conversation);
    }
    return Optional.empty();
  }

  private Optional<String> update(ConversationUpdate update, long at) {
    ConversationFold conversation = conversations.get(update.getConversationId());
    if (conversation == null || !conversation.isAlive(at)) {
      tally.add("updates of nothing");
      return Optional.of(NOT_FOUND);
    }
    UpdateId id =
        new UpdateId(update.getConversationId(), conversation.createdAt(), update.getUpdateId());
    if (seen.has(id, at)) {
      tally.add("repeated updates");
      return Optional.empty();
    }
    if (!conversation.update(update.getUpdate(), at)) {
      return Optional.of("ILLEGAL_TRANSITION");
    }
    seen.add(id, at);
    tally.add("updates");
    return Optional.empty();
  }

  private Optional<String> reply(ChannelReply reply, long at) {
    if (reply.getMalformed() != null) {
      return Optional.of("MALFORMED");
    }
    String correspondence = reply.getChannelType() + ' ' + reply.getChannelId();
    ReplyId id = new ReplyId(correspondence, reply.getEventId());
    if (seen.has(id, at)) {
      tally.add("repeated replies");
      return Optional.empty();
    }
    Optional<String> text = RawReplies.textOf(reply);
    if (text.isEmpty()) {
      return Optional.of("MALFORMED");
    }
    Optional<ConversationFold> found = newest(begun.getOrDefault(correspondence, List.of()), at);
    if (found.isEmpty()) {
      tally.add("replies to nothing");
      return Optional.of(NOT_FOUND);
    }
    seen.add(id, at);
    ConversationFold conversation = found.get();
    if (conversation.isOver()) {
      tally.add("replies after the end");
    }
    OutreachReply record = conversation.reply(reply, text.get(), at);
    replies.add(record);
    tally.add("replies to " + ConversationFold.lower(record.getRoute()));
    return Optional.empty();
  }

  /** The living one that was begun last, of two of the same moment the later in the log. */
  private Optional<ConversationFold> newest(List<ConversationFold> among, long at) {
    ConversationFold newest = null;
    for (ConversationFold each : among) {
      if ((newest == null || each.createdAt() >= newest.createdAt()) && each.isAlive(at)) {
        newest = each;
      }
    }
    return Optional.ofNullable(newest);
  }

  /** Changes of records by conversation, in order, without rev. */
  Map<String, List<OutreachConversation>> records() {
    return records;
  }

  /** Replies in their order, without what only the provider tells. */
  List<OutreachReply> replies() {
    return replies;
  }
}
