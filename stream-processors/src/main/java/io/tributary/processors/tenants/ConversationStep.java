package io.tributary.processors.tenants;

import io.tributary.avro.envelope.SeenMessage;
import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Folds the events of a conversation, in the order of their log. A message has its effect once, and
 * cleared content does not come back with a repeat. Messages of a channel come by way of another
 * log, so a later clear may stand before them; then they are cleared, too.
 */
final class ConversationStep implements FactStep<ConversationEvent> {

  static final String REPEATS = "tenants.conversation-repeats-state";

  static final StateDescriptor<ConversationKey, Conversation> CONVERSATIONS =
      new StateDescriptor<>(
          TenantsTopics.CONVERSATIONS,
          ConversationKey::of,
          ConversationKey::text,
          Conversation::getExpiresAtS,
          Conversation::getRev);

  static final StateDescriptor<String, SeenMessage> SEEN =
      SeenMessages.kind("tenants.seen-messages");

  /** Scopes of ids; no id has a # in it. */
  private static final String RECEIVED = "#received";

  private static final String CLEARS = "#clear";

  /** Scope of clears without a key: read again, they take no newer entries away. */
  private static final String FACTS = "#fact";

  private final TtlStateStore<ConversationKey, Conversation> conversations;
  private final SeenMessages seen;
  private final NewestClears clears;
  private final MovedConversations moved;
  private final DelayedRewrites repeats;
  private final Meters meters;

  ConversationStep(
      TtlStateStore<ConversationKey, Conversation> conversations,
      SeenMessages seen,
      NewestClears clears,
      MovedConversations moved,
      DelayedRewrites repeats,
      Meters meters) {
    this.conversations = conversations;
    this.seen = seen;
    this.clears = clears;
    this.moved = moved;
    this.repeats = repeats;
    this.meters = meters;
  }

  @Override
  public void check(ConversationEvent event) {
    if (event.getEvent() instanceof PostedMessage posted) {
      ConversationRule.requireContent(posted.getContent());
    } else if (event.getEvent() instanceof ReceivedMessage received) {
      ConversationRule.requireContent(received.getContent());
    }
  }

  @Override
  public List<OutputRecord<?, ?>> apply(ConversationEvent event) {
    ConversationKey key = ConversationKey.of(event);
    long at = event.getEnvelope().getAcceptedAtMs();
    conversations.observeTime(at);
    clears.observeTime(at);
    moved.observeTime(at);
    Object what = event.getEvent();
    if (what instanceof ClearedConversation clear) {
      return clear.getIdempotencyKey() == null
          ? once(key.text() + FACTS, event.getEnvelope().getFactId(), at, () -> clear(event, key))
          : once(key.text() + CLEARS, clear.getIdempotencyKey(), at, () -> clear(event, key));
    }
    if (what instanceof PostedMessage posted) {
      return once(
          key.text(),
          posted.getMessageId(),
          at,
          () -> say(event, key, posted.getRole(), posted.getContent()));
    }
    ReceivedMessage received = (ReceivedMessage) what;
    return once(
        key.text() + RECEIVED,
        received.getMessageId(),
        at,
        () -> say(event, key, EntryRole.user, received.getContent()));
  }

  /**
   * True of a message that was cleared later, or that may be a late copy, because the conversation
   * has gone on beyond the memory of ids.
   */
  private boolean isSuperseded(ConversationKey key, long at) {
    return clears.isAfter(key, at)
        || conversations
            .find(key.text(), at)
            .filter(known -> known.getUpdatedAtS() >= SeenMessages.forgottenAt(at))
            .isPresent();
  }

  private List<OutputRecord<?, ?>> overtaken() {
    meters.counter(ProcessorsMeter.OVERTAKEN, TenantsTopics.CONVERSATION_EVENTS.name()).increment();
    return List.of();
  }

  private List<OutputRecord<?, ?>> once(
      String scope, String id, long at, Supplier<List<OutputRecord<?, ?>>> effect) {
    return seen.once(scope, id, at, TenantsTopics.CONVERSATIONS, effect);
  }

  private List<OutputRecord<?, ?>> say(
      ConversationEvent event, ConversationKey key, EntryRole role, String content) {
    Optional<ConversationKey> elsewhere = partOf(event, key);
    if (elsewhere.isPresent()) {
      return List.of(ConversationMove.sentOn(event, elsewhere.get()));
    }
    long at = event.getEnvelope().getAcceptedAtMs();
    boolean isMoved = event.getMovedFrom() != null;
    boolean isOvertaken =
        event.getEvent() instanceof ReceivedMessage
            ? isSuperseded(key, at)
            : isMoved && clears.isAfter(key, at);
    return isOvertaken
        ? overtaken()
        : said(key, new ConversationEntry(role, content, at, isMoved), at);
  }

  /** The conversation that this one is part of now. */
  private Optional<ConversationKey> partOf(ConversationEvent event, ConversationKey key) {
    long at = event.getEnvelope().getAcceptedAtMs();
    Optional<ConversationKey> to =
        moved.find(key, at).filter(other -> !other.conversationId().equals(event.getMovedFrom()));
    to.ifPresent(other -> moved.put(key, other, at));
    return to;
  }

  private List<OutputRecord<?, ?>> said(ConversationKey key, ConversationEntry entry, long at) {
    Optional<Conversation> before = conversations.find(key.text(), at);
    long rev =
        before
            .map(known -> known.getRev() + 1)
            .orElseGet(() -> conversations.firstRev(key.text(), at));
    return List.of(conversations.change(ConversationRule.said(key, before, entry, rev)));
  }

  /**
   * Clears the conversation, if there is one. A conversation that has ended by the clear's time may
   * live for a later fact with another clock, so its entries go without a record.
   */
  private List<OutputRecord<?, ?>> clear(ConversationEvent event, ConversationKey key) {
    long at = event.getEnvelope().getAcceptedAtMs();
    Optional<ConversationKey> elsewhere = partOf(event, key);
    if (elsewhere.isPresent() && event.getMovedTo() == null) {
      return List.of(ConversationMove.sentOn(event, elsewhere.get()));
    }
    List<OutputRecord<?, ?>> entries =
        event.getMovedTo() == null ? List.of() : move(event, key, event.getMovedTo());
    List<OutputRecord<?, ?>> all = new ArrayList<>(cleared(key, at));
    all.addAll(entries);
    return all;
  }

  /** Sends the entries to the conversation that this one becomes part of. */
  private List<OutputRecord<?, ?>> move(ConversationEvent event, ConversationKey key, String to) {
    long at = event.getEnvelope().getAcceptedAtMs();
    ConversationKey target = new ConversationKey(key.tenantId(), to);
    moved.put(key, target, at);
    return conversations
        .find(key.text(), at)
        .map(known -> ConversationMove.entries(event, known, target))
        .orElse(List.of());
  }

  private List<OutputRecord<?, ?>> cleared(ConversationKey key, long at) {
    clears.add(key, at);
    conversations
        .findDead(key.text(), at)
        .map(ConversationRule::emptied)
        .ifPresent(conversations::put);
    Optional<OutputRecord<?, ?>> cleared =
        conversations
            .find(key.text(), at)
            .filter(known -> known.getClearedAtS() == null)
            .map(known -> conversations.change(ConversationRule.cleared(known, at)));
    cleared.ifPresent(repeats::add);
    return cleared.<List<OutputRecord<?, ?>>>map(List::of).orElseGet(List::of);
  }

  @Override
  public List<OutputRecord<?, ?>> onTimer(long wallClock) {
    List<OutputRecord<?, ?>> due = new ArrayList<>(repeats.due(wallClock));
    due.addAll(conversations.evictExpired(wallClock));
    return due;
  }
}
