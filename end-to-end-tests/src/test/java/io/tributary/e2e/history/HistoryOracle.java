package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.oracle.LostFacts;
import io.tributary.harness.process.Tally;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/**
 * What the table, the records and the dead letters of the family must be, worked out by the
 * documents alone from the facts that stand in {@code history.events}. Of {@code rev} it knows only
 * that it rises.
 */
final class HistoryOracle {

  private static final String TABLE = "history";

  private final AvroFiles avro;
  private final Map<String, TopicRecord> facts = new LinkedHashMap<>();
  private final Map<String, ThreadFold> threads = new TreeMap<>();
  private final Tally<Happening> tally = new Tally<>(Happening.class);

  private HistoryOracle(AvroFiles avro) {
    this.avro = avro;
  }

  /** Folds facts; those of a partition must come in their order. */
  static HistoryOracle of(List<TopicRecord> facts, AvroFiles avro) {
    HistoryOracle oracle = new HistoryOracle(avro);
    facts.forEach(oracle::fold);
    return oracle;
  }

  /** Folds what the topic holds now. */
  static HistoryOracle of(Topics topics, AvroFiles avro) {
    return of(topics.read(HistoryEvents.TOPIC), avro);
  }

  private void fold(TopicRecord fact) {
    GenericRecord value = avro.decode(fact.raw().value());
    ThreadId id = ThreadId.of(value);
    assertThat(fact.key()).isEqualTo(id.pk());
    facts.put(fact.place(), fact);
    threads.computeIfAbsent(id.pk(), any -> new ThreadFold(id, tally)).apply(fact.place(), value);
  }

  /** What the facts did. */
  Tally<Happening> tally() {
    return tally;
  }

  /** The facts did each of that at least once: what never happens is not tested. */
  void requireAll(Set<Happening> happenings) {
    assertThat(happenings)
        .as("%s", tally)
        .allSatisfy(happening -> assertThat(tally.of(happening)).as("%s", happening).isPositive());
  }

  /** Every item of the table by its key, plain. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    for (ThreadFold thread : threads.values()) {
      thread.messageStates().values().forEach(states -> put(items, last(states).item()));
      if (!thread.threadStates().isEmpty()) {
        last(thread.threadStates()).items().forEach(item -> put(items, item));
      }
    }
    return items;
  }

  /** Places of the facts that must be in the dead letters. */
  Set<String> lost() {
    return threads.values().stream()
        .flatMap(thread -> thread.lost().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** How many feedbacks still wait. */
  int waits() {
    return threads.values().stream().mapToInt(ThreadFold::waits).sum();
  }

  /** Table, records, waits and dead letters are what they must be when all is drained. */
  void check(Topics topics, Tables tables) {
    assertThat(waits()).as("feedback that still waits, for the oracle").isZero();
    checkTable(tables, checkRecords(topics));
    LostFacts.requireNoWaits(topics, "history.waits");
    Map<String, TopicRecord> expected = new HashMap<>(facts);
    expected.keySet().retainAll(lost());
    LostFacts.requireDeadLetters(topics, "history.dead-letters", expected);
  }

  private void checkTable(Tables tables, Map<List<Object>, Long> revs) {
    Map<List<Object>, Map<String, Object>> found = tables.whole(TABLE);
    Map<List<Object>, Long> foundRevs = new HashMap<>();
    found.forEach(
        (key, item) -> {
          assertThat(item.get("rev")).as("rev of %s", key).isInstanceOf(BigDecimal.class);
          foundRevs.put(key, ((BigDecimal) item.remove("rev")).longValueExact());
        });
    Comparison.of(items(), Map.of(), found).requireNone(TABLE);
    Comparison.of(revs, Map.of(), foundRevs).requireNone("rev of items, beside that of records");
  }

  /**
   * Every state in its order: of messages and their feedback each exactly once; of threads those
   * that say the same as the one before may be left out.
   *
   * @return the newest rev by the key of the item
   */
  private Map<List<Object>, Long> checkRecords(Topics topics) {
    Map<List<Object>, Long> revs = new HashMap<>();
    Map<String, List<StoredMessage>> messages = new TreeMap<>();
    Map<String, List<StoredThread>> states = new TreeMap<>();
    Map<String, List<ThreadFold.Opinion>> opinions = new TreeMap<>();
    for (ThreadFold thread : threads.values()) {
      messages.putAll(thread.messageStates());
      opinions.putAll(thread.opinions());
      if (!thread.threadStates().isEmpty()) {
        states.put(last(thread.threadStates()).id().pk(), thread.threadStates());
      }
    }
    Records<StoredMessage> foundMessages = read(topics, "history.messages", StoredMessage::of);
    Comparison.of(messages, Map.of(), foundMessages.values()).requireNone("history.messages");
    foundMessages.last().forEach((message, rev) -> revs.put(keyOf(message.item()), rev));

    Records<StoredThread> foundThreads = read(topics, "history.threads", StoredThread::of);
    Comparison.of(distinct(states), Map.of(), distinct(foundThreads.values()))
        .requireNone("history.threads");
    assertThat(foundThreads.count()).isLessThanOrEqualTo(countOf(states.values()));
    foundThreads
        .last()
        .forEach((thread, rev) -> thread.items().forEach(item -> revs.put(keyOf(item), rev)));

    Records<ThreadFold.Opinion> foundOpinions =
        read(topics, "history.feedback", ThreadFold.Opinion::of);
    Comparison.of(opinions, Map.of(), foundOpinions.values()).requireNone("history.feedback");
    return revs;
  }

  private <T> Records<T> read(Topics topics, String topic, Function<GenericRecord, T> mapping) {
    Map<String, List<T>> values = new TreeMap<>();
    Map<String, Long> revs = new HashMap<>();
    for (TopicRecord record : topics.read(topic)) {
      GenericRecord value = avro.decode(record.raw().value());
      Long rev = (Long) value.get("rev");
      Long before = revs.put(record.key(), rev);
      assertThat(rev)
          .as("rev of %s in %s", record.key(), topic)
          .isGreaterThan(before == null ? 0L : before);
      values.computeIfAbsent(record.key(), any -> new ArrayList<>()).add(mapping.apply(value));
    }
    return new Records<>(values, revs);
  }

  /** What a topic of records holds, by key: all states in order, and the newest rev. */
  private record Records<T>(Map<String, List<T>> values, Map<String, Long> revs) {

    Map<T, Long> last() {
      Map<T, Long> last = new HashMap<>();
      values.forEach((key, states) -> last.put(HistoryOracle.last(states), rev(key)));
      return last;
    }

    long count() {
      return countOf(values.values());
    }

    private long rev(String key) {
      return revs.getOrDefault(key, 0L);
    }
  }

  private static <T> Map<String, List<T>> distinct(Map<String, List<T>> states) {
    Map<String, List<T>> distinct = new TreeMap<>();
    states.forEach(
        (key, list) -> {
          List<T> kept = new ArrayList<>();
          for (T state : list) {
            if (kept.isEmpty() || !last(kept).equals(state)) {
              kept.add(state);
            }
          }
          distinct.put(key, kept);
        });
    return distinct;
  }

  private static <T> long countOf(Collection<List<T>> lists) {
    return lists.stream().mapToLong(List::size).sum();
  }

  private static void put(Map<List<Object>, Map<String, Object>> items, Map<String, Object> item) {
    items.put(keyOf(item), item);
  }

  private static List<Object> keyOf(Map<String, Object> item) {
    return List.of(String.valueOf(item.get("PK")), String.valueOf(item.get("SK")));
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
