package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/**
 * What tables and topics must hold, folded from the three logs by the documents alone: commands,
 * webhooks and what happens in conversations.
 */
final class TenantsOracle {

  private final AvroFiles avro;
  private final ControlFold control = new ControlFold();
  private final WebhookFold webhooks = new WebhookFold();
  private final Map<String, ConversationFold> conversations = new TreeMap<>();
  private final List<Received> received = new ArrayList<>();

  private TenantsOracle(AvroFiles avro) {
    this.avro = avro;
  }

  /** A message of a channel in its conversation's log: where it stands, whose it is, its text. */
  private record Received(String place, String key, String content) {

    @Override
    public String toString() {
      return key + " " + content;
    }
  }

  /** Folds what the logs hold now. */
  static TenantsOracle of(Topics topics, AvroFiles avro) {
    TenantsOracle oracle = new TenantsOracle(avro);
    topics.read(TenantsFacts.COMMANDS).forEach(record -> oracle.control.apply(oracle.fact(record)));
    topics
        .read(TenantsFacts.WEBHOOKS)
        .forEach(
            record -> oracle.webhooks.apply(record.place(), record.key(), oracle.fact(record)));
    topics.read(TenantsFacts.EVENTS).forEach(oracle::takeEvent);
    return oracle;
  }

  private void takeEvent(TopicRecord record) {
    GenericRecord fact = fact(record);
    String key = text(fact, "tenant_id") + "#" + text(fact, "conversation_id");
    assertThat(record.key()).isEqualTo(key);
    conversations.computeIfAbsent(key, any -> new ConversationFold()).apply(fact);
    GenericRecord event = (GenericRecord) Objects.requireNonNull(fact.get("event"));
    if (event.getSchema().getName().equals("ReceivedMessage")) {
      received.add(
          new Received(
              record.place(), key + "#" + text(event, "message_id"), text(event, "content")));
    }
  }

  /** Tables, decisions, messages and dead letters are what they must be when all is drained. */
  void check(Topics topics, Tables tables) {
    Comparison.of(control.items(), Map.of(), withoutRevs(tables, TenantsItems.TENANTS))
        .requireNone("tenants");
    Comparison.of(items(), Map.of(), stored(tables)).requireNone("conversations");
    checkDecisions(topics.read("tenants.outcomes"));
    checkMessages(topics.read(TenantsFacts.MESSAGES));
    checkLetters(topics.read(TenantsFacts.DEAD_LETTERS));
    checkOrder(received);
  }

  private void checkDecisions(List<TopicRecord> records) {
    Map<String, Boolean> decisions = new TreeMap<>();
    for (TopicRecord record : records) {
      GenericRecord outcome = fact(record);
      decisions.put(text(outcome, "command_id"), text(outcome, "decision").equals("APPLIED"));
    }
    Comparison.of(control.applied(), Map.of(), decisions).requireNone("tenants.outcomes");
    assertThat(records).as("each command decided once").hasSize(decisions.size());
  }

  private void checkMessages(List<TopicRecord> records) {
    Map<String, String> found = new LinkedHashMap<>();
    records.forEach(record -> found.put(record.key(), text(fact(record), "text")));
    Comparison.of(webhooks.messages(), Map.of(), found).requireNone("tenants.messages");
    assertThat(records).as("each message once").hasSize(found.size());
    assertThat(webhooks.ordersOf(found.keySet()))
        .as("order of tenants.messages")
        .isEqualTo(webhooks.orders());
  }

  private void checkLetters(List<TopicRecord> records) {
    Map<String, String> dead = new TreeMap<>();
    for (TopicRecord record : records) {
      dead.put(
          record.header("tributary-origin").orElse("none"),
          record.header("tributary-code").orElse("none"));
    }
    Comparison.of(webhooks.letters(), Map.of(), dead).requireNone("tenants.dead-letters");
    assertThat(records).as("each dead letter once").hasSize(dead.size());
  }

  /** What came first in the log of webhooks came first in the conversation's. */
  private void checkOrder(List<Received> log) {
    assertThat(webhooks.ordersOf(log.stream().map(Received::key).toList()))
        .as("order of tenants.conversation-events")
        .isEqualTo(webhooks.orders());
  }

  /**
   * Every message went into its conversation's log once.
   *
   * @param again how many of them a test has appended once more
   */
  void checkReceived(int again) {
    List<String> expected = expectedReceived();
    List<String> found = received.stream().map(Received::toString).toList();
    assertThat(new HashSet<>(found)).isEqualTo(new HashSet<>(expected));
    assertThat(found).hasSize(expected.size() + again);
  }

  /**
   * Every message went into its conversation's log once more, in its order, and nothing else did.
   *
   * @param before where each stood that was there already, as {@link #placesOfReceived} had it
   */
  void checkReceivedAnew(Set<String> before) {
    List<Received> anew =
        received.stream().filter(message -> !before.contains(message.place())).toList();
    assertThat(anew)
        .extracting(Received::toString)
        .containsExactlyInAnyOrderElementsOf(expectedReceived());
    checkOrder(anew);
  }

  private List<String> expectedReceived() {
    List<String> expected = new ArrayList<>();
    webhooks.messages().forEach((key, text) -> expected.add(key + " " + text));
    return expected;
  }

  /** Where every message of a channel stands in its conversation's log. */
  Set<String> placesOfReceived() {
    return received.stream().map(Received::place).collect(Collectors.toSet());
  }

  /** Every webhook was brought to whose channel it was, and admitted if it was to be. */
  Map<String, Integer> checkAdmissions(RequestSpans spans) {
    AdmissionCheck check = new AdmissionCheck(control.terms(), spans);
    webhooks.facts().forEach(check::require);
    return check.tally();
  }

  /** Every conversation by its key, plain, without rev and with its messages read. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    conversations.forEach(
        (key, fold) -> {
          String pk = key.substring(0, key.indexOf('#'));
          String sk = key.substring(key.indexOf('#') + 1);
          fold.item(pk, sk).ifPresent(item -> items.put(List.of(pk, sk), item));
        });
    return items;
  }

  /** What happened, of that which must not be left out of a random test. */
  Map<String, Integer> tally() {
    return new TreeMap<>(
        Map.of(
            "messages", webhooks.messages().size(),
            "redelivered", webhooks.redelivered(),
            "refused", webhooks.letters().size(),
            "clears", conversations.values().stream().mapToInt(ConversationFold::clears).sum(),
            "repeats", conversations.values().stream().mapToInt(ConversationFold::repeats).sum(),
            "tenant-items", control.items().size(),
            "conversations", items().size(),
            "rejected", (int) control.applied().values().stream().filter(done -> !done).count()));
  }

  private static Map<List<Object>, Map<String, Object>> stored(Tables tables) {
    Map<List<Object>, Map<String, Object>> items = withoutRevs(tables, TenantsItems.CONVERSATIONS);
    items
        .values()
        .forEach(item -> item.compute("messages", (name, json) -> PlainJson.of(json + "")));
    return items;
  }

  private static Map<List<Object>, Map<String, Object>> withoutRevs(Tables tables, String table) {
    Map<List<Object>, Map<String, Object>> items = tables.whole(table);
    items.values().forEach(item -> item.remove("rev"));
    return items;
  }

  private GenericRecord fact(TopicRecord record) {
    return avro.decode(record.raw().value());
  }
}
