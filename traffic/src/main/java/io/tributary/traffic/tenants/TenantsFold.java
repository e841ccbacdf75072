package io.tributary.traffic.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.Typed;
import io.tributary.traffic.check.Acceptance;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.tenants.WebhookFold.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecordBase;

/** All facts of the family, folded in the order of their logs. */
final class TenantsFold {

  static final String COMMANDS = "tenants.commands";
  static final String WEBHOOKS = "tenants.webhooks";
  static final String EVENTS = "tenants.conversation-events";

  private final DeadLetters letters = new DeadLetters();
  private final Tally tally = new Tally();
  private final ControlFold control = new ControlFold(tally);
  private final WebhookFold webhooks = new WebhookFold(letters, tally);
  private final Map<String, ConversationFold> conversations = new TreeMap<>();
  private final Acceptance<String> acceptance = new Acceptance<>();
  private final List<ChannelEvent> channelEvents = new ArrayList<>();
  private final Set<String> webhookIds = new HashSet<>();
  private final Map<String, List<String>> received = new HashMap<>();
  private long newest = Long.MIN_VALUE;

  private TenantsFold() {}

  /** Folds the facts of the three logs. */
  static TenantsFold of(Contents contents) {
    TenantsFold fold = new TenantsFold();
    for (LogRecord record : contents.topic(COMMANDS)) {
      fold.decode(record, TenantsCommand.class, TenantsFacts::key)
          .ifPresent(command -> fold.apply(command));
    }
    for (LogRecord record : contents.topic(WEBHOOKS)) {
      fold.decode(record, ChannelEvent.class, TenantsFacts::key)
          .ifPresent(event -> fold.apply(record, event));
    }
    for (LogRecord record : contents.topic(EVENTS)) {
      fold.decode(record, ConversationEvent.class, TenantsFacts::key)
          .ifPresent(event -> fold.apply(record.key(), event));
    }
    return fold;
  }

  /** The fact of a record; of one that is none, or is under another's key, a dead letter. */
  private <V extends SpecificRecordBase> Optional<V> decode(
      LogRecord record, Class<V> type, Function<V, String> key) {
    Optional<V> fact = Typed.decode(record, type);
    if (fact.isEmpty()) {
      letters.expect(record, "UNDECODABLE");
      return fact;
    }
    if (!key.apply(fact.get()).equals(record.key())) {
      letters.expect(record, "INVALID_KEY");
      return Optional.empty();
    }
    return fact;
  }

  private void apply(TenantsCommand command) {
    note(command.getEnvelope(), TenantsFacts.asked(command));
    control.apply(command);
  }

  private void apply(LogRecord record, ChannelEvent event) {
    note(event.getEnvelope(), TenantsFacts.asked(event));
    channelEvents.add(event);
    webhookIds.add(event.getEnvelope().getFactId());
    webhooks.apply(record, event);
  }

  private void apply(String key, ConversationEvent event) {
    conversations
        .computeIfAbsent(
            key, any -> new ConversationFold(event.getTenantId(), event.getConversationId(), tally))
        .apply(event);
    if (event.getEvent() instanceof ReceivedMessage message) {
      take(key, event.getEnvelope(), message);
    } else {
      note(event.getEnvelope(), TenantsFacts.asked(event));
    }
  }

  /** Messages whose webhook has left its log are left out. */
  private void take(String key, FactEnvelope envelope, ReceivedMessage message) {
    if (webhookIds.contains(envelope.getFactId())) {
      String id = key + '#' + message.getMessageId();
      received
          .computeIfAbsent(webhooks.lineOfFact(envelope.getFactId()), any -> new ArrayList<>())
          .add(Message.inConversation(id, envelope, message.getContent()));
    }
  }

  private void note(FactEnvelope envelope, String asked) {
    acceptance.add(envelope.getRequestId(), asked);
    newest = Math.max(newest, envelope.getAcceptedAt());
  }

  ControlFold control() {
    return control;
  }

  WebhookFold webhooks() {
    return webhooks;
  }

  /** Conversations by the key of their record. */
  Map<String, ConversationFold> conversations() {
    return conversations;
  }

  DeadLetters letters() {
    return letters;
  }

  Tally tally() {
    return tally;
  }

  Acceptance<String> acceptance() {
    return acceptance;
  }

  /** All readable webhooks. */
  List<ChannelEvent> channelEvents() {
    return channelEvents;
  }

  /** Messages of channels in the log of conversations, by their line. */
  Map<String, List<String>> received() {
    return received;
  }

  /** The newest accepted_at, epoch seconds. */
  long newest() {
    return Math.floorDiv(newest, 1000L);
  }
}
