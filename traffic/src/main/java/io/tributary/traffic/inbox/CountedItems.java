package io.tributary.traffic.inbox;

import io.tributary.traffic.check.Violations;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Counters held against the items beside them, for any facts: {@code published} is the number of
 * messages in a mailbox, and {@code read} that of those that are read and of receipts, in all and
 * by category.
 */
final class CountedItems {

  private CountedItems() {}

  /** Adds violations for the counters with those partition keys. */
  static void check(
      Map<List<Object>, Map<String, Object>> items, Set<Object> pks, Violations violations) {
    Map<String, Long> counted = new HashMap<>();
    Map<String, Long> counters = new HashMap<>();
    for (Map<String, Object> item : items.values()) {
      String pk = Objects.toString(item.get("pk"));
      String sk = Objects.toString(item.get("sk"));
      if (!pks.contains(pk)) {
        continue;
      }
      if (sk.startsWith("c#")) {
        put(counters, pk + ' ' + sk, item, "published");
        put(counters, pk + ' ' + sk, item, "read");
      } else if (sk.startsWith("m#")) {
        String category = item.get("taxonomy") instanceof Map<?, ?> t ? "" + t.get("category") : "";
        count(counted, pk, category, item.containsKey("kind") ? " published" : "");
        count(counted, pk, category, item.containsKey("readat") ? " read" : "");
      }
    }
    violations.compare("counters beside their items", counted, counters);
  }

  private static void put(
      Map<String, Long> counters, String counter, Map<String, Object> item, String name) {
    if (item.get(name) instanceof BigDecimal count && count.signum() != 0) {
      counters.put(counter + ' ' + name, count.longValue());
    }
  }

  private static void count(Map<String, Long> counted, String pk, String category, String name) {
    if (!name.isEmpty()) {
      counted.merge(pk + " c#*" + name, 1L, Long::sum);
      if (!category.isEmpty()) {
        counted.merge(pk + " c#" + category + name, 1L, Long::sum);
      }
    }
  }
}
