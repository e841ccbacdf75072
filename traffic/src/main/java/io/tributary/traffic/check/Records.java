package io.tributary.traffic.check;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.SingleObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.generic.GenericRecord;

/**
 * States that the records of a topic tell, by record key.
 *
 * @param states in the order of the log
 * @param revs of the newest record that is no tombstone
 * @param ended keys whose newest record is a tombstone
 * @param repeated keys and revs of removals that stand there twice
 */
public record Records<T>(
    Map<String, List<T>> states, Map<String, Long> revs, Set<String> ended, Set<String> repeated) {

  /** Fields that say since when the subject of a record is gone. */
  private static final List<String> REMOVALS = List.of("removed_at", "cleared_at");

  /**
   * Reads a topic; adds violations for values that are not of the type, and for revs that do not
   * rise from one record of a key to the next. A removal may stand there twice, as it is written
   * again some time later.
   *
   * @param type simple name of the values' schema; those without {@code rev} are taken as they are
   * @param state of a value; its key is the record's
   */
  public static <T> Records<T> read(
      Contents contents,
      String topic,
      String type,
      Function<GenericRecord, T> state,
      Violations violations) {
    Records<T> records =
        new Records<>(new HashMap<>(), new HashMap<>(), new HashSet<>(), new HashSet<>());
    for (LogRecord record : contents.topic(topic)) {
      if (record.value() == null) {
        records.ended.add(record.key());
        continue;
      }
      Optional<GenericRecord> value = SingleObject.decode(record, type);
      if (value.isEmpty()) {
        violations.add(record.place() + " is no " + type);
        continue;
      }
      records.ended.remove(record.key());
      records.add(record, value.get(), state.apply(value.get()), violations);
    }
    return records;
  }

  private void add(LogRecord record, GenericRecord value, T state, Violations violations) {
    List<T> before = states.computeIfAbsent(record.key(), any -> new ArrayList<>());
    Long rev = value.hasField("rev") ? (Long) value.get("rev") : null;
    Long last = rev == null ? null : revs.put(record.key(), rev);
    if (rev != null && last != null && rev <= last) {
      boolean again = rev.equals(last) && isRemoval(value) && isLast(before, state);
      if (again && repeated.add(record.key() + ' ' + rev)) {
        return;
      }
      violations.add(record.place() + " " + record.key() + ": rev " + rev + " after " + last);
    }
    before.add(state);
  }

  private static boolean isRemoval(GenericRecord value) {
    return REMOVALS.stream().anyMatch(field -> value.hasField(field) && value.get(field) != null);
  }

  private static <T> boolean isLast(List<T> states, T state) {
    return !states.isEmpty() && states.get(states.size() - 1).equals(state);
  }

  /**
   * Adds a violation for each key that ends with a tombstone though its newest state is alive.
   *
   * @param dead true of a state whose item is no more, or need not be
   */
  public void requireDeadEnds(String topic, Predicate<T> dead, Violations violations) {
    for (String key : ended) {
      List<T> all = states.getOrDefault(key, List.of());
      if (all.isEmpty() || !dead.test(all.get(all.size() - 1))) {
        violations.add(topic + ": ends with a tombstone though alive " + key);
      }
    }
  }

  /** The newest state of each key, those that have ended included. */
  public Map<String, T> newest() {
    Map<String, T> newest = new HashMap<>();
    states.forEach((key, list) -> newest.put(key, list.get(list.size() - 1)));
    return newest;
  }
}
