package io.tributary.traffic.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.traffic.tenants.ToldEvents.ToldEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Messages, each once, and dead letters that webhooks become. */
final class WebhookFold {

  /**
   * Message that a webhook becomes.
   *
   * @param line those of a line come in the order of the webhooks
   * @param key of its record
   */
  record Message(String line, String key, String text, ChannelEvent fact) {

    /** The message in its topic, as violations show it. */
    String inTopic() {
      return key + " \"" + text + "\" accepted_at=" + fact.getEnvelope().getAcceptedAt();
    }
  }

  private final SeenIds seen = new SeenIds();
  private final Map<String, Message> byFact = new HashMap<>();
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, String> letters = new TreeMap<>();
  private final Map<String, Integer> tally = new TreeMap<>();
  private final Map<String, String> firstTenants = new HashMap<>();

  /**
   * Takes the next webhook of a partition.
   *
   * @param place of its record
   * @param key of its record
   */
  void apply(String place, String key, ChannelEvent fact) {
    if (fact.getAdmission() != Admission.ADMITTED) {
      refuse(place, fact.getAdmission().name());
      return;
    }
    String tenant = fact.getTenantId();
    String id = fact.getChannelType() + '#' + fact.getChannelId() + '#' + fact.getEventId();
    long at = fact.getEnvelope().getAcceptedAt();
    if (seen.has(id, at)) {
      count("redelivered");
      if (!tenant.equals(firstTenants.get(id))) {
        count("redelivered to another tenant");
      }
      return;
    }
    Optional<ToldEvent> told = told(fact);
    if (told.isEmpty()) {
      refuse(place, "MALFORMED");
      return;
    }
    seen.add(id, at);
    firstTenants.put(id, tenant);
    Message message =
        new Message(
            key + " for " + tenant,
            tenant + '#' + fact.getConversationId() + '#' + fact.getEventId(),
            told.get().text(),
            fact);
    messages.add(message);
    byFact.put(fact.getEnvelope().getFactId(), message);
    count("messages");
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
              event ->
                  event.channel().equals(fact.getChannelType() + '#' + fact.getChannelId()))
          .findFirst();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void refuse(String place, String code) {
    letters.put(place, code);
    count(code);
  }

  private void count(String what) {
    tally.merge(what, 1, Integer::sum);
  }

  /** Messages in the order of the log. */
  List<Message> messages() {
    return messages;
  }

  /** Messages by the fact_id of their webhook. */
  Map<String, Message> byFact() {
    return byFact;
  }

  /** Codes of dead letters by the place of their webhook. */
  Map<String, String> letters() {
    return letters;
  }

  /** Counts of what webhooks became. */
  Map<String, Integer> tally() {
    return tally;
  }
}
