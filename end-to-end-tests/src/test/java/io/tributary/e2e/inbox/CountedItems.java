package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.oracle.Comparison;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What counters must say by the items beside them, whatever the facts were: when all is drained,
 * {@code published} is how many messages an inbox holds, and {@code read} how many of these are
 * read and how many receipts there are, in all and by category.
 */
final class CountedItems {

  private CountedItems() {}

  /** Checks every counter of a table. */
  static void check(Collection<Map<String, Object>> items) {
    Map<String, Long> counted = new HashMap<>();
    Map<String, Long> counters = new HashMap<>();
    for (Map<String, Object> item : items) {
      String pk = InboxItems.text(item, "pk");
      if ("US".equals(item.get("kind"))) {
        String of = pk + " " + InboxItems.text(item, "sk").substring(2);
        counters.put(of + " published", InboxItems.number(item, "published"));
        if (item.containsKey("read")) {
          counters.put(of + " read", InboxItems.number(item, "read"));
        }
      } else if (InboxItems.text(item, "sk").startsWith("m#")) {
        boolean isMessage = item.containsKey("kind");
        count(counted, pk, item, isMessage ? "published" : null);
        count(counted, pk, item, item.containsKey("readat") ? "read" : null);
      }
    }
    counters.values().removeIf(count -> count == 0);
    Comparison.of(counted, Map.of(), counters).requireNone("counters, beside the items");
  }

  private static void count(
      Map<String, Long> counted, String pk, Map<String, Object> item, @Nullable String as) {
    if (as == null) {
      return;
    }
    counted.merge(pk + " * " + as, 1L, Long::sum);
    if (item.get("taxonomy") instanceof Map<?, ?> taxonomy) {
      counted.merge(pk + " " + taxonomy.get("category") + " " + as, 1L, Long::sum);
    }
  }

  /** Nothing with those ids is there, neither messages nor receipts. */
  static void requireGone(Collection<Map<String, Object>> items, Set<String> ids) {
    assertThat(items)
        .noneMatch(
            item -> {
              String sk = InboxItems.text(item, "sk");
              return sk.startsWith("m#") && ids.contains(sk.substring(2));
            });
  }
}
