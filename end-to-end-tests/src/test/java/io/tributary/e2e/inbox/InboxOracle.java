package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.oracle.LostFacts;
import io.tributary.harness.process.Tally;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * What the table, the records and the dead letters of the family must be, worked out by the
 * documents alone from the facts: settings from {@code inbox.settings-commands}, all else from
 * {@code inbox.events}. Of {@code rev} it knows only how it rises.
 */
final class InboxOracle {

  private final AvroFiles avro;
  private final Tally<Happening> tally = new Tally<>(Happening.class);
  private final Map<Integer, PartitionFold> partitions = new TreeMap<>();
  private final Map<String, TopicRecord> events = new HashMap<>();
  private final Map<String, TopicRecord> lost = new HashMap<>();
  private final Map<List<Object>, Map<String, Object>> settings = new HashMap<>();

  private InboxOracle(AvroFiles avro) {
    this.avro = avro;
  }

  /** Folds what the topics hold now. */
  static InboxOracle of(Topics topics, AvroFiles avro) {
    InboxOracle oracle = new InboxOracle(avro);
    topics.read("inbox.settings-commands").forEach(oracle::foldSettings);
    oracle.foldPublishes(topics.read(InboxFacts.PUBLISHES));
    topics.read(InboxFacts.EVENTS).forEach(oracle::fold);
    return oracle;
  }

  private void fold(TopicRecord record) {
    GenericRecord fact = avro.decode(record.raw().value());
    assertThat(record.key()).isEqualTo(Held.inbox(fact).pk(fact.get("uid").toString()));
    events.put(record.place(), record);
    partitions
        .computeIfAbsent(record.raw().partition(), any -> new PartitionFold(tally))
        .apply(record.place(), fact);
  }

  private void foldSettings(TopicRecord record) {
    Map<String, Object> item = SettingsItems.item(avro.decode(record.raw().value()));
    settings.put(List.of(text(item, "pk"), text(item, "sk")), item);
  }

  /**
   * Nobody can take back what has not been published; a tick on its way to the reads that wait may
   * pass where nothing has been.
   */
  private void foldPublishes(List<TopicRecord> publishes) {
    Set<String> published = new HashSet<>();
    for (TopicRecord record : publishes) {
      GenericRecord event = (GenericRecord) avro.decode(record.raw().value()).get("event");
      switch (event.getSchema().getName()) {
        case "Publication" -> published.add(record.key());
        case "Redaction" -> {
          if (!published.contains(record.key())) {
            lost.put(record.place(), record);
          }
        }
        case "PassingTick" -> tally.add(Happening.PASSING_TICKS);
        default -> throw new AssertionError("unknown event " + event);
      }
    }
  }

  /** What the events did; what concerns public messages is counted in each partition. */
  Tally<Happening> tally() {
    return tally;
  }

  /** The events did each of that at least once: what never happens is not tested. */
  void requireAll(EnumSet<Happening> happenings) {
    assertThat(happenings)
        .as("%s", tally)
        .allSatisfy(happening -> assertThat(tally.of(happening)).as("%s", happening).isPositive());
  }

  /** Inboxes of users in which reads still wait. */
  List<UserFold> waiting() {
    return users().stream().filter(user -> !user.waiting().isEmpty()).toList();
  }

  /** Every item of the table by its key, plain. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>(settings);
    for (UserFold user : users()) {
      user.held().values().forEach(held -> items.put(held.key(), held.item()));
      user.counterItems().forEach((category, item) -> items.put(counterKey(user, category), item));
    }
    return items;
  }

  private static List<Object> counterKey(UserFold user, String category) {
    return List.of(user.inbox().pk(user.uid()), "c#" + category);
  }

  /** What has gone by the key of its item, and why. */
  private Map<List<Object>, String> removed() {
    Map<List<Object>, String> removed = new HashMap<>();
    for (UserFold user : users()) {
      user.removed()
          .forEach((id, reason) -> removed.put(Held.key(user.inbox(), user.uid(), id), reason));
    }
    return removed;
  }

  /** Users, and public inboxes where they are at home. */
  private List<UserFold> users() {
    List<UserFold> users = new ArrayList<>();
    partitions.forEach(
        (partition, fold) ->
            fold.users().stream()
                .filter(user -> partition == home(user.inbox().pk(user.uid())))
                .forEach(users::add));
    return users;
  }

  /** The partition that a key belongs to. */
  static int home(String key) {
    int hash = Utils.murmur2(key.getBytes(StandardCharsets.UTF_8));
    return Utils.toPositive(hash) % InboxFacts.PARTITIONS;
  }

  /** Table, records, waits and dead letters are what they must be when all is drained. */
  void check(Topics topics, Tables tables) {
    assertThat(waiting()).as("reads that still wait, for the oracle").isEmpty();
    checkTable(tables, new InboxRecords(topics, avro).check(items(), removed()));
    LostFacts.requireNoWaits(topics, "inbox.waits");
    Map<String, TopicRecord> expected = new HashMap<>(lost);
    partitions.values().stream()
        .flatMap(fold -> fold.lost().stream())
        .forEach(place -> expected.put(place, events.get(place)));
    LostFacts.requireDeadLetters(topics, "inbox.dead-letters", expected);
  }

  private void checkTable(Tables tables, Map<List<Object>, Long> revs) {
    Map<List<Object>, Map<String, Object>> found = tables.whole(InboxItems.TABLE);
    Map<List<Object>, Long> foundRevs = new HashMap<>();
    found.forEach(
        (key, item) -> {
          assertThat(item.get("rev")).as("rev of %s", key).isInstanceOf(BigDecimal.class);
          foundRevs.put(key, ((BigDecimal) item.remove("rev")).longValueExact());
        });
    Comparison.of(items(), Map.of(), found).requireNone(InboxItems.TABLE);
    Comparison.of(revs, Map.of(), foundRevs).requireNone("rev of items, beside that of records");
  }

  private static String text(Map<String, Object> item, String name) {
    return InboxItems.text(item, name);
  }
}
