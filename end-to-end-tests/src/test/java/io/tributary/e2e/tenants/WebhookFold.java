package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/** What becomes of webhooks, by the documents alone: messages, each once, or dead letters. */
final class WebhookFold {

  private final List<GenericRecord> facts = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Map<String, String> messages = new LinkedHashMap<>();
  private final Map<String, String> lines = new HashMap<>();
  private final Map<String, String> letters = new TreeMap<>();
  private int redelivered;

  /**
   * Takes the next fact of a partition.
   *
   * @param place where it stands, as dead letters say it
   * @param key of its record
   */
  void apply(String place, String key, GenericRecord fact) {
    facts.add(fact);
    String admission = text(fact, "admission");
    if (!admission.equals("ADMITTED")) {
      letters.put(place, admission);
      return;
    }
    String channel = text(fact, "channel_type") + "#" + text(fact, "channel_id");
    if (!seen.add(channel + "#" + text(fact, "event_id"))) {
      redelivered++;
      return;
    }
    String message =
        String.join(
            "#", text(fact, "tenant_id"), text(fact, "conversation_id"), text(fact, "event_id"));
    messages.put(message, RawMessages.text(fact));
    lines.put(message, key + " for " + text(fact, "tenant_id"));
  }

  /** Every fact, in the order in which they came. */
  List<GenericRecord> facts() {
    return facts;
  }

  /** Texts by the message's key. */
  Map<String, String> messages() {
    return messages;
  }

  /** Codes by where the fact stands. */
  Map<String, String> letters() {
    return letters;
  }

  int redelivered() {
    return redelivered;
  }

  /** In which order messages come to a tenant from each conversation of a channel. */
  Map<String, List<String>> orders() {
    return ordersOf(messages.keySet());
  }

  /** The same of keys that stand in another log, as far as each is the first of its like there. */
  Map<String, List<String>> ordersOf(Collection<String> keys) {
    return keys.stream()
        .distinct()
        .collect(
            Collectors.groupingBy(
                key -> lines.getOrDefault(key, "no webhook"), TreeMap::new, Collectors.toList()));
  }
}
