package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.traffic.Contents;
import io.tributary.traffic.check.Records;
import io.tributary.traffic.check.Violations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;

/**
 * Newest states that the records of the family tell, as items by key.
 *
 * @param items without {@code rev}; of a removed one the key and the reason alone
 * @param revs of those that are there
 */
record StoredStates(Map<List<Object>, Map<String, Object>> items, Map<List<Object>, Long> revs) {

  private static final String REMOVAL = "removal";

  /**
   * Reads the topics; adds violations for revs that do not rise, negative counters, states behind a
   * removal of the same life, and tombstones of what is there.
   */
  static StoredStates read(Contents contents, Violations violations) {
    StoredStates states = new StoredStates(new HashMap<>(), new HashMap<>());
    Function<GenericRecord, Map<String, Object>> held = record -> Held.stored(record).item();
    states.read(contents, "inbox.messages", "InboxMessage", held, violations);
    states.read(contents, "inbox.receipts", "InboxReceipt", held, violations);
    states.read(contents, "inbox.stats", "InboxStats", StoredStates::counter, violations);
    states.read(
        contents,
        "inbox.settings",
        "InboxSettings",
        record -> SettingsFold.item(record, text(record, "uid")),
        violations);
    return states;
  }

  private static Map<String, Object> counter(GenericRecord record) {
    return MailboxFold.counter(
        Mailbox.of(record),
        textOrNull(record, "category"),
        whole(record, "published"),
        (Long) record.get("read"));
  }

  private void read(
      Contents contents,
      String topic,
      String type,
      Function<GenericRecord, Map<String, Object>> item,
      Violations violations) {
    Records<GenericRecord> records =
        Records.read(
            contents, topic, type, Function.identity(), StoredStates::isRemoval, violations);
    records
        .newest()
        .forEach(
            (recordKey, state) -> {
              Map<String, Object> found = item.apply(state);
              List<Object> key =
                  List.of(Objects.toString(found.get("pk")), Objects.toString(found.get("sk")));
              if (!recordKey.equals(key.get(0) + "#" + key.get(1))) {
                violations.add(topic + ": " + key + " under " + recordKey);
              }
              items.put(key, found);
              if (!isRemoval(state)) {
                revs.put(key, whole(state, "rev"));
                if (records.ended().contains(recordKey)) {
                  violations.add(topic + ": a tombstone of " + state);
                }
              }
            });
    records.states().values().forEach(states -> states.forEach(s -> checkCounts(s, violations)));
  }

  private static void checkCounts(GenericRecord state, Violations violations) {
    if (state.hasField("published")) {
      Long read = (Long) state.get("read");
      if (whole(state, "published") < 0 || (read != null && read < 0)) {
        violations.add("negative: " + state);
      }
    }
  }

  private static boolean isRemoval(GenericRecord state) {
    return state.hasField(REMOVAL) && state.get(REMOVAL) != null;
  }
}
