package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.flag;
import static io.tributary.harness.store.Fields.lower;
import static io.tributary.harness.store.Fields.maybe;
import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainItem.Null;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;

/**
 * What table and topics must hold, folded from the log of requests, updates and replies by the
 * documents alone.
 */
final class OutreachOracle {

  private final AvroFiles avro;
  private final Map<String, RecipientFold> recipients = new TreeMap<>();

  private OutreachOracle(AvroFiles avro) {
    this.avro = avro;
  }

  /** Folds what the log holds now. */
  static OutreachOracle of(Topics topics, AvroFiles avro) {
    OutreachOracle oracle = new OutreachOracle(avro);
    for (TopicRecord record : topics.read(OutreachFacts.EVENTS)) {
      GenericRecord fact = oracle.decode(record);
      assertThat(record.key()).isEqualTo(text(fact, "recipient"));
      oracle
          .recipients
          .computeIfAbsent(record.key(), any -> new RecipientFold())
          .apply(record.place(), fact);
    }
    return oracle;
  }

  /** Table, records, replies and dead letters are what they must be when all is drained. */
  void check(Topics topics, Tables tables) {
    Map<List<Object>, Map<String, Object>> stored = tables.whole(OutreachItems.TABLE);
    Map<List<Object>, Object> revs = new HashMap<>();
    stored.forEach((key, item) -> revs.put(key, item.remove("rev")));
    Comparison.of(items(), Map.of(), stored).requireNone(OutreachItems.TABLE);
    checkConversations(topics.read(OutreachFacts.CONVERSATIONS), revs);
    checkReplies(topics.read(OutreachFacts.REPLIES));
    checkLetters(topics.read(OutreachFacts.DEAD_LETTERS));
  }

  /** Each change is one record, and the last one's rev is the item's. */
  private void checkConversations(List<TopicRecord> records, Map<List<Object>, Object> revs) {
    Map<List<Object>, List<String>> expected = new HashMap<>();
    conversations().forEach(fold -> expected.put(key(fold), fold.lines()));
    Map<List<Object>, List<String>> found = new HashMap<>();
    Map<List<Object>, Object> last = new HashMap<>();
    for (TopicRecord record : records) {
      GenericRecord conversation = decode(record);
      List<Object> key =
          List.of(text(conversation, "primary_channel"), text(conversation, "conversation_id"));
      assertThat(record.key()).isEqualTo(key.get(0) + "#" + key.get(1));
      found
          .computeIfAbsent(key, any -> new ArrayList<>())
          .add(
              ConversationFold.line(
                  lower(conversation, "status"),
                  ((List<?>) conversation.get("messages")).size(),
                  (Long) conversation.get("updated_at")));
      last.put(key, PlainItem.number((Long) conversation.get("rev")));
    }
    Comparison.of(expected, Map.of(), found).requireNone(OutreachFacts.CONVERSATIONS);
    Comparison.of(last, Map.of(), revs).requireNone("revs");
  }

  /** Each reply once, those of a recipient in their order. */
  private void checkReplies(List<TopicRecord> records) {
    Map<String, List<Map<String, Object>>> expected = new TreeMap<>();
    recipients.forEach(
        (recipient, fold) -> {
          if (!fold.replies().isEmpty()) {
            expected.put(recipient, fold.replies());
          }
        });
    Map<String, List<Map<String, Object>>> found = new TreeMap<>();
    for (TopicRecord record : records) {
      Map<String, Object> reply = reply(decode(record));
      assertThat(record.key())
          .isEqualTo(
              "%s#%s#%s",
              reply.get("primary_channel"), reply.get("conversation_id"), reply.get("message_id"));
      found.computeIfAbsent("" + reply.get("primary_channel"), any -> new ArrayList<>()).add(reply);
    }
    Comparison.of(expected, Map.of(), found).requireNone(OutreachFacts.REPLIES);
  }

  /** A record's part that the fold knows. */
  static Map<String, Object> reply(GenericRecord record) {
    Map<String, Object> reply = new TreeMap<>();
    Stream.of(
            "primary_channel",
            "conversation_id",
            "message_id",
            "entry_id",
            "company_id",
            "project_id",
            "request_id",
            "company_sender",
            "provider",
            "account",
            "text")
        .forEach(name -> reply.put(name, text(record, name)));
    Stream.of("route", "channel_method", "conversation_status")
        .forEach(name -> reply.put(name, lower(record, name)));
    reply.put("hand_off_to_human", flag(record, "hand_off_to_human"));
    reply.put("thread_id", maybe(record, "thread_id").map(Object.class::cast).orElse(Null.NULL));
    reply.put("accepted_at", record.get("accepted_at"));
    return reply;
  }

  private void checkLetters(List<TopicRecord> records) {
    Map<String, String> dead = new TreeMap<>();
    for (TopicRecord record : records) {
      dead.put(
          record.header("tributary-origin").orElse("none"),
          record.header("tributary-code").orElse("none"));
    }
    Map<String, String> expected = new TreeMap<>();
    recipients.values().forEach(fold -> expected.putAll(fold.letters()));
    Comparison.of(expected, Map.of(), dead).requireNone(OutreachFacts.DEAD_LETTERS);
    assertThat(records).as("each dead letter once").hasSize(dead.size());
  }

  /** Every item by its key, plain and without rev. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    conversations().forEach(fold -> items.put(key(fold), fold.item()));
    return items;
  }

  private Stream<ConversationFold> conversations() {
    return recipients.values().stream().flatMap(fold -> fold.conversations().stream());
  }

  private static List<Object> key(ConversationFold fold) {
    return List.of(fold.item().getOrDefault("primary_channel", ""), fold.id());
  }

  /** What happened, of that which must not be left out of a random test. */
  Map<String, Integer> tally() {
    Map<String, Integer> tally = new TreeMap<>();
    recipients
        .values()
        .forEach(fold -> fold.tally().forEach((k, v) -> tally.merge(k, v, Integer::sum)));
    return tally;
  }

  private GenericRecord decode(TopicRecord record) {
    return avro.decode(record.raw().value());
  }
}
