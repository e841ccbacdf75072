package io.tributary.processors.outreach;

import io.tributary.avro.envelope.SeenMessage;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.KnownConversation;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.channels.ProviderMessage;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.outreach.OutreachReplyKey;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folds the events between companies and a recipient, in the order of their log: a request begins a
 * conversation, updates and replies change it, each once. A reply belongs to the conversation of
 * the message that it answers, or else to the newest of its sender with the addressed number or
 * mailbox, and goes on to its handler.
 */
final class OutreachStep implements FactStep<OutreachEvent> {

  static final StateDescriptor<OutreachKey, OutreachConversation> CONVERSATIONS =
      new StateDescriptor<>(
          OutreachTopics.CONVERSATIONS,
          OutreachKey::of,
          OutreachKey::text,
          OutreachConversationRule::endOf,
          OutreachConversation::getRev);

  /**
   * Updates by the life of their conversation, replies by recipient and channel: senders of mails
   * choose ids, so the scopes differ.
   */
  static final StateDescriptor<String, SeenMessage> SEEN =
      SeenMessages.kind("outreach.seen-messages");

  private final TtlStateStore<OutreachKey, OutreachConversation> conversations;
  private final NewestConversations newest;
  private final SeenMessages seen;
  private final RawEvents rawEvents;

  OutreachStep(
      TtlStateStore<OutreachKey, OutreachConversation> conversations,
      NewestConversations newest,
      SeenMessages seen,
      RawEvents rawEvents) {
    this.conversations = conversations;
    this.newest = newest;
    this.seen = seen;
    this.rawEvents = rawEvents;
  }

  @Override
  public void check(OutreachEvent event) {
    EventCheck.check(event);
  }

  @Override
  public List<OutputRecord<?, ?>> apply(OutreachEvent event) {
    long at = event.getEnvelope().getAcceptedAtMs();
    conversations.observeTime(at);
    newest.observeTime(at);
    if (event.getEvent() instanceof ConversationRequest request) {
      return begin(event, request, at);
    }
    return event.getEvent() instanceof ConversationUpdate update
        ? update(event, update, at)
        : reply(event, (ChannelReply) event.getEvent(), at);
  }

  /**
   * The fact for the next form or number of the recipient: a person may have several, and older
   * conversations are under that of their request.
   */
  private static Optional<OutputRecord<?, ?>> sentOn(OutreachEvent event) {
    List<String> others = event.getOthers();
    return others.stream()
        .findFirst()
        .map(
            other ->
                new OutputRecord<>(
                    OutreachTopics.EVENTS,
                    other,
                    OutreachEvent.newBuilder(event)
                        .setRecipient(other)
                        .setOthers(others.subList(1, others.size()))
                        .build()));
  }

  private List<OutputRecord<?, ?>> begin(
      OutreachEvent event, ConversationRequest request, long at) {
    OutreachKey key = OutreachKey.of(request);
    if (conversations.find(key.text(), at).isPresent()) {
      conversations.countDuplicate();
      return List.of();
    }
    OutreachConversation begun =
        OutreachConversationRule.begun(
            key, request, event.getEnvelope(), conversations.firstRev(key.text(), at));
    OutputRecord<?, ?> change = conversations.change(begun);
    newest.began(event.getRecipient(), begun, at);
    return List.of(change);
  }

  /** A conversation that began afresh takes the same updates again. */
  private List<OutputRecord<?, ?>> update(OutreachEvent event, ConversationUpdate update, long at) {
    OutreachKey key = OutreachKey.ofConversation(update.getConversationId());
    Optional<OutreachConversation> before = conversations.find(key.text(), at);
    if (before.isEmpty()) {
      return List.of(
          sentOn(event).orElseThrow(() -> notFound("there is no conversation of that id")));
    }
    return seen.once(
        key.text() + '#' + before.get().getCreatedAtMs(),
        update.getUpdateId(),
        at,
        OutreachTopics.CONVERSATIONS,
        () -> List.of(kept(event, UpdateRule.updated(before.get(), update, at), at)));
  }

  private List<OutputRecord<?, ?>> reply(OutreachEvent event, ChannelReply reply, long at) {
    return sentOn(event)
        .filter(elsewhere -> conversationOf(event, reply, messageOf(reply)).isEmpty())
        .<List<OutputRecord<?, ?>>>map(List::of)
        .orElseGet(
            () ->
                seen.once(
                    event.getRecipient() + '#' + channelOf(reply).text(),
                    reply.getEventId(),
                    at,
                    OutreachTopics.REPLIES,
                    () -> replied(event, reply, at)));
  }

  private List<OutputRecord<?, ?>> replied(OutreachEvent event, ChannelReply reply, long at) {
    ProviderMessage message = messageOf(reply);
    OutreachConversation before =
        conversationOf(event, reply, message)
            .orElseThrow(
                () ->
                    notFound(
                        "the sender has no conversation with the addressed number or mailbox"));
    OutreachConversation after = ReplyRule.replied(before, reply.getEventId(), message, at);
    OutreachReply routed = ReplyRule.replyOf(after, reply, message, at);
    return List.of(
        kept(event, after, at),
        new OutputRecord<>(OutreachTopics.REPLIES, OutreachReplyKey.of(routed), routed));
  }

  private ProviderMessage messageOf(ChannelReply reply) {
    return rawEvents.read(reply.getProvider(), reply.getAccount(), reply.getRaw());
  }

  private Optional<OutreachConversation> conversationOf(
      OutreachEvent event, ChannelReply reply, ProviderMessage message) {
    long at = event.getEnvelope().getAcceptedAtMs();
    if ("".equals(reply.getCompanyId())) {
      throw notFound("the account that received it names no company in secrets.file");
    }
    AnsweredMessages answered = AnsweredMessages.of(message);
    Stream<OutreachConversation> open =
        newest
            .of(event.getRecipient(), channelOf(reply), reply.getCompanyId(), at)
            .flatMap(known -> conversation(known, at).stream());
    List<OutreachConversation> newestFirst =
        (answered.ids().isEmpty() ? open.limit(1) : open).toList();
    return answered.conversation(newestFirst).or(() -> newestFirst.stream().findFirst());
  }

  private OutputRecord<?, ?> kept(OutreachEvent event, OutreachConversation after, long at) {
    OutputRecord<?, ?> change = conversations.change(after);
    newest.changed(event.getRecipient(), after, at);
    return change;
  }

  /** The known conversation, unless it has ended or begun afresh by another clock. */
  private Optional<OutreachConversation> conversation(KnownConversation known, long at) {
    return conversations
        .find(OutreachKey.ofConversation(known.getConversationId()).text(), at)
        .filter(found -> found.getCreatedAtMs() == known.getCreatedAtMs());
  }

  private static ChannelKey channelOf(ChannelReply reply) {
    return new ChannelKey(reply.getChannelType(), reply.getChannelId());
  }

  private static FactRefusedException notFound(String reason) {
    return new FactRefusedException(FailureCode.CONVERSATION_NOT_FOUND, reason);
  }

  @Override
  public List<OutputRecord<?, ?>> onTimer(long wallClock) {
    return List.copyOf(conversations.evictExpired(wallClock));
  }
}
