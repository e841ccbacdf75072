package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** The records of the family: what subscribers see, and what the sink makes items of. */
final class InboxRecords {

  private final Topics topics;
  private final AvroFiles avro;
  private final Map<List<Object>, Map<String, Object>> items = new HashMap<>();
  private final Map<List<Object>, String> removed = new HashMap<>();
  private final Map<List<Object>, Long> revs = new HashMap<>();

  InboxRecords(Topics topics, AvroFiles avro) {
    this.topics = topics;
    this.avro = avro;
  }

  /**
   * The last states of all records are those items and removals; every state is newer than the one
   * before.
   *
   * @return the newest rev of each item, by its key
   */
  Map<List<Object>, Long> check(
      Map<List<Object>, Map<String, Object>> mustBe, Map<List<Object>, String> mustBeGone) {
    read("inbox.messages", InboxRecords::ofMessage, record -> Held.message(record).item());
    read("inbox.receipts", InboxRecords::ofMessage, record -> Held.receipt(record).item());
    read("inbox.stats", InboxRecords::ofCounter, InboxRecords::counter);
    read("inbox.settings", InboxRecords::ofSettings, InboxRecords::settings);
    Comparison.of(mustBe, Map.of(), items).requireNone("records of what there is");
    Comparison.of(mustBeGone, Map.of(), removed).requireNone("records of what has gone");
    return revs;
  }

  private void read(
      String topic,
      Function<GenericRecord, List<Object>> key,
      Function<GenericRecord, Map<String, Object>> item) {
    Map<String, GenericRecord> last = new HashMap<>();
    for (TopicRecord record : topics.read(topic)) {
      GenericRecord before = last.get(record.key());
      if (record.raw().value() == null) {
        assertThat(before).as("what the tombstone of %s ends", record.key()).isNotNull();
        assertThat(isRemoval(Objects.requireNonNull(before))).as(record.key()).isTrue();
        continue;
      }
      GenericRecord state = avro.decode(record.raw().value());
      assertThat(record.key()).startsWith(key.apply(state).get(0) + "#" + key.apply(state).get(1));
      if (before != null) {
        requireNewer(topic, before, state);
      }
      last.put(record.key(), state);
    }
    last.values().forEach(state -> store(key.apply(state), state, item));
  }

  private void store(
      List<Object> key, GenericRecord state, Function<GenericRecord, Map<String, Object>> item) {
    if (isRemoval(state)) {
      GenericRecord removal = (GenericRecord) state.get("removal");
      removed.put(key, removal.get("reason").toString());
      assertThat(state.hasField("details") ? state.get("details") : null).isNull();
    } else {
      items.put(key, item.apply(state));
      revs.put(key, (Long) state.get("rev"));
    }
  }

  /** Each state counts one up; only a removal may be said again. */
  private static void requireNewer(String topic, GenericRecord before, GenericRecord state) {
    if (isRemoval(before) && before.equals(state)) {
      return;
    }
    assertThat((Long) state.get("rev"))
        .as("%s: %s after %s", topic, state, before)
        .isEqualTo((Long) before.get("rev") + 1);
    assertThat(isRemoval(before)).as("%s: %s after %s", topic, state, before).isFalse();
  }

  private static boolean isRemoval(GenericRecord state) {
    return state.hasField("removal") && state.get("removal") != null;
  }

  private static List<Object> ofMessage(GenericRecord record) {
    return Held.key(Held.inbox(record), record.get("uid").toString(), record.get("id").toString());
  }

  private static List<Object> ofCounter(GenericRecord record) {
    return List.of(Held.inbox(record).pk(record.get("uid").toString()), "c#" + category(record));
  }

  private static String category(GenericRecord record) {
    return Objects.requireNonNullElse(Fields.textOrNull(record, "category"), "*");
  }

  private static Map<String, Object> counter(GenericRecord record) {
    @Nullable Long read = (Long) record.get("read");
    return UserFold.counterItem(
        Held.inbox(record),
        record.get("uid").toString(),
        category(record),
        (Long) record.get("published"),
        read);
  }

  private static List<Object> ofSettings(GenericRecord record) {
    Map<String, Object> item = settings(record);
    return List.of(InboxItems.text(item, "pk"), InboxItems.text(item, "sk"));
  }

  private static Map<String, Object> settings(GenericRecord record) {
    return SettingsItems.item(record, record.get("uid").toString());
  }
}
