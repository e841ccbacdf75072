package io.tributary.traffic.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.SeenIds;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.tenants.ToldEvents.ToldEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Messages, each once, and dead letters that webhooks become. */
final class WebhookFold {

  /**
   * Message that a webhook becomes.
   *
   * @param line messages of one line come in the order of their webhooks
   * @param key of its record
   */
  record Message(String line, String key, String text, ChannelEvent fact) {

    /** The message in the log of its conversation. */
    String inConversation() {
      return inConversation(key, fact.getEnvelope(), text);
    }

    static String inConversation(String key, FactEnvelope envelope, String text) {
      return key + " accepted_at=" + envelope.getAcceptedAt() + " \"" + text + '"';
    }

    /** The message for assistants. */
    String forAssistants() {
      return forAssistants(
          key,
          fact.getProvider(),
          fact.getAccount(),
          fact.getChannelType() + '#' + fact.getChannelId(),
          Long.toString(fact.getEnvelope().getAcceptedAt()),
          text);
    }

    /**
     * The same of a message's parts.
     *
     * @param parts key, provider, account, channel, accepted_at, text
     */
    static String forAssistants(String... parts) {
      return String.join(" ", parts);
    }
  }

  private final SeenIds seen = new SeenIds();
  private final Map<String, Message> byFact = new HashMap<>();
  private final Map<String, String> linesByKey = new HashMap<>();
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, String> firstTenants = new HashMap<>();
  private final DeadLetters letters;
  private final Tally tally;

  WebhookFold(DeadLetters letters, Tally tally) {
    this.letters = letters;
    this.tally = tally;
  }

  /** Applies the next webhook of a partition. */
  void apply(LogRecord record, ChannelEvent fact) {
    if (fact.getAdmission() != Admission.ADMITTED) {
      refuse(record, fact.getAdmission().name());
      return;
    }
    String tenant = fact.getTenantId();
    String id = fact.getChannelType() + '#' + fact.getChannelId() + '#' + fact.getEventId();
    long at = fact.getEnvelope().getAcceptedAt();
    if (seen.has(id, at)) {
      tally.add("redelivered");
      if (!tenant.equals(firstTenants.get(id))) {
        tally.add("redelivered to another tenant");
      }
      return;
    }
    Optional<ToldEvent> told = told(fact);
    if (told.isEmpty()) {
      refuse(record, "MALFORMED");
      return;
    }
    seen.add(id, at);
    firstTenants.put(id, tenant);
    Message message =
        new Message(
            record.key() + " for " + tenant,
            tenant + '#' + fact.getConversationId() + '#' + fact.getEventId(),
            told.get().text(),
            fact);
    messages.add(message);
    linesByKey.put(message.key(), message.line());
    byFact.put(fact.getEnvelope().getFactId(), message);
    tally.add("messages");
  }

  /** The message in the fact's bytes, if it is the one that the fact names. */
  private static Optional<ToldEvent> told(ChannelEvent fact) {
    try {
      ToldEvents told =
          ToldEvents.read(
              fact.getProvider(),
              fact.getAccount(),
              fact.getEventId(),
              StandardCharsets.UTF_8.decode(fact.getRaw().duplicate()).toString());
      return told.events().stream()
          .filter(event -> event.id().equals(fact.getEventId()))
          .filter(event -> event.conversation().equals(fact.getConversationId()))
          .filter(
              event -> event.channel().equals(fact.getChannelType() + '#' + fact.getChannelId()))
          .findFirst();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void refuse(LogRecord record, String code) {
    letters.expect(record, code);
    tally.add(code);
  }

  /** Messages by line, each in the order of its webhooks. */
  Map<String, List<String>> lines(Function<Message, String> shown) {
    Map<String, List<String>> lines = new HashMap<>();
    for (Message message : messages) {
      lines.computeIfAbsent(message.line(), any -> new ArrayList<>()).add(shown.apply(message));
    }
    return lines;
  }

  /** Line of the message that the webhook of that fact_id became. */
  String lineOfFact(String factId) {
    Message message = byFact.get(factId);
    return message == null ? "no message" : message.line();
  }

  /** Line of the messages with that key. */
  String lineOf(String key) {
    return linesByKey.getOrDefault(key, "no message");
  }
}
