package io.tributary.traffic.devices;

import io.tributary.traffic.Contents;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.Records;
import io.tributary.traffic.check.Violations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Devices, or API keys, folded from their commands and their activity. */
final class Subjects {

  private static final long FIVE_MINUTES = 300_000;

  private final Map<String, List<Map<String, Object>>> states = new HashMap<>();
  private final Map<String, Long> counted = new HashMap<>();
  private final Map<String, Long> registered = new HashMap<>();

  /** The newest state of a subject, without its activity. */
  @Nullable Map<String, Object> find(String subject) {
    List<Map<String, Object>> known = states.get(subject);
    return known == null ? null : known.get(known.size() - 1);
  }

  /** Takes the state that a command leads to. */
  void put(String subject, Map<String, Object> state) {
    if (!state.equals(find(subject))) {
      states.computeIfAbsent(subject, any -> new ArrayList<>()).add(state);
    }
  }

  /** Takes activity, which counts at most once in five minutes. */
  void active(String subject, long at) {
    counted.merge(subject, at, (last, now) -> now >= last + FIVE_MINUTES ? now : last);
  }

  /** Takes a registration, which counts always. */
  void registered(String subject, long at) {
    registered.merge(subject, at, Math::max);
  }

  /** Items by key; those with activity have it in these attributes. */
  Map<List<Object>, Map<String, Object>> items(List<String> attributes) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    states.forEach(
        (subject, known) -> {
          Map<String, Object> item = new HashMap<>(known.get(known.size() - 1));
          long seen =
              Math.max(
                  counted.getOrDefault(subject, Long.MIN_VALUE),
                  registered.getOrDefault(subject, Long.MIN_VALUE));
          if (seen > Long.MIN_VALUE) {
            attributes.forEach(name -> item.put(name, States.second(seen)));
          }
          items.put(List.of(subject), item);
        });
    return items;
  }

  /** A record's state, and its activity apart. */
  private record Told(Map<String, Object> state, long seen) {}

  /**
   * Adds violations unless the records tell the states in their order, some of which compaction can
   * have taken, and activity that never moves back.
   *
   * @return newest revs by item key
   */
  Map<List<Object>, Long> check(
      Contents contents, String topic, String type, String activity, Violations violations) {
    Function<GenericRecord, Map<String, Object>> state =
        type.equals("Device") ? States::device : States::apiKey;
    Records<Told> found =
        Records.read(
            contents,
            topic,
            type,
            value ->
                new Told(state.apply(value), Fields.number(value, activity).orElse(Long.MIN_VALUE)),
            violations);
    Map<String, List<Map<String, Object>>> wrong = new HashMap<>();
    Map<String, List<Map<String, Object>>> expected = new HashMap<>(states);
    found
        .states()
        .forEach(
            (subject, told) -> {
              checkActivity(topic + ' ' + subject, told, violations);
              List<Map<String, Object>> distinct = distinct(told);
              if (isEndOf(distinct, states.getOrDefault(subject, List.of()))) {
                expected.remove(subject);
              } else {
                wrong.put(subject, distinct);
              }
            });
    violations.compare(topic, expected, wrong);
    Map<List<Object>, Long> revs = new HashMap<>();
    found.revs().forEach((subject, rev) -> revs.put(List.of(subject), rev));
    return revs;
  }

  private static void checkActivity(String where, List<Told> told, Violations violations) {
    for (int i = 1; i < told.size(); i++) {
      Told before = told.get(i - 1);
      Told after = told.get(i);
      if (after.seen < before.seen) {
        violations.add(where + ": activity moves back to " + after.seen);
      }
      if (after.equals(before)) {
        violations.add(where + ": twice " + after);
      }
    }
  }

  private static List<Map<String, Object>> distinct(List<Told> told) {
    List<Map<String, Object>> distinct = new ArrayList<>();
    for (Told each : told) {
      if (distinct.isEmpty() || !distinct.get(distinct.size() - 1).equals(each.state)) {
        distinct.add(each.state);
      }
    }
    return distinct;
  }

  /** True of a part, in the same order, that ends with the same element. */
  private static boolean isEndOf(List<Map<String, Object>> part, List<Map<String, Object>> whole) {
    int next = part.size() - 1;
    for (int i = whole.size() - 1; i >= 0 && next >= 0; i--) {
      if (whole.get(i).equals(part.get(next))) {
        next--;
      } else if (i == whole.size() - 1) {
        return false;
      }
    }
    return next < 0;
  }
}
