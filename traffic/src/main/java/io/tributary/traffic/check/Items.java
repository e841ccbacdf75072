package io.tributary.traffic.check;

import io.tributary.traffic.Contents;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The items of a table by key.
 *
 * @param table its name
 * @param items without {@code rev}
 * @param revs of the items that have one
 */
public record Items(
    String table, Map<List<Object>, Map<String, Object>> items, Map<List<Object>, Long> revs) {

  /** Reads a table. */
  public static Items read(Contents contents, String table) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    Map<List<Object>, Long> revs = new HashMap<>();
    contents
        .table(table)
        .forEach(
            (key, item) -> {
              if (!(item.get("rev") instanceof BigDecimal rev)) {
                items.put(key, item);
                return;
              }
              Map<String, Object> rest = new HashMap<>(item);
              rest.remove("rev");
              items.put(key, rest);
              revs.put(key, rev.longValue());
            });
    return new Items(table, items, revs);
  }

  /**
   * Adds violations unless they are the expected ones.
   *
   * @param expiry attribute with the epoch second from which an item may be gone; empty for none
   */
  public void compare(
      Map<List<Object>, Map<String, Object>> expected,
      String expiry,
      Contents contents,
      Violations violations) {
    long now = contents.readAt().getEpochSecond();
    Map<List<Object>, Map<String, Object>> lasting = new HashMap<>();
    Map<List<Object>, Map<String, Object>> expired = new HashMap<>();
    expected.forEach(
        (key, item) ->
            (item.get(expiry) instanceof BigDecimal at && at.longValue() <= now ? expired : lasting)
                .put(key, item));
    violations.compare(table, lasting, expired, items);
  }

  /** Adds violations unless each item that is there has the rev of its newest record. */
  public void compareRevs(Map<List<Object>, Long> newest, Violations violations) {
    revs.forEach(
        (key, rev) -> {
          Long expected = newest.get(key);
          if (!rev.equals(expected)) {
            violations.add(table + ": " + key + " has rev " + rev + ", its record " + expected);
          }
        });
  }

  /**
   * Adds a violation for each item whose {@code rev} is not that of its newest record.
   *
   * @param newest revs by record key: hash key, {@code #}, range key
   */
  public void checkRevs(String table, Map<String, Long> newest, Violations violations) {
    revs.forEach(
        (key, rev) -> {
          Long expected = newest.get(key.get(0) + "#" + key.get(1));
          if (!rev.equals(expected)) {
            violations.add(table + ": rev " + rev + " of " + key + ", newest record " + expected);
          }
        });
  }
}
