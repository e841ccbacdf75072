package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Capacity units that requests consume, by table and index, and the collections of items written
 * to.
 */
public final class Capacity {
  private static final int WRITE_UNIT = 1024;
  private static final int READ_UNIT = 4096;

  private final Map<String, Arms> tables = new LinkedHashMap<>();
  private final Map<String, List<Object>> collections = new LinkedHashMap<>();

  private static final class Arms {
    private double table;
    private double total;
    private final Map<String, Map<String, Double>> indexes = new TreeMap<>();

    void add(Index index, double units) {
      total += units;
      if (index.isPrimary()) {
        table += units;
      } else if (units > 0) {
        indexes
            .computeIfAbsent(index.isGlobal() ? Table.GLOBAL : Table.LOCAL, any -> new TreeMap<>())
            .merge(index.name(), units, Double::sum);
      }
    }
  }

  private Arms arms(Table table) {
    return tables.computeIfAbsent(table.name(), any -> new Arms());
  }

  /**
   * Adds the capacity of a write, if the request asks for it.
   *
   * @param factor of the table's units: two in a transaction
   */
  public void addWrite(Map<?, ?> request, Outcome outcome, int factor) {
    if (!request.containsKey("ReturnConsumedCapacity")
        && !request.containsKey("ReturnItemCollectionMetrics")) {
      return;
    }
    Table table = outcome.table();
    Arms arms = arms(table);
    int size = Math.max(ItemSize.of(outcome.before()), ItemSize.of(outcome.after()));
    arms.add(table.primary(), factor * units(size, WRITE_UNIT));
    table.indexes().forEach(index -> arms.add(index, units(index, outcome)));
    if (table.hasLocalIndexes()) {
      String hash = table.key().hash().get(0).name();
      collections
          .computeIfAbsent(table.name(), any -> new ArrayList<>())
          .add(
              Map.of(
                  "ItemCollectionKey", Members.of(hash, outcome.key().get(hash)),
                  "SizeEstimateRangeGB", List.of(0, 1)));
    }
  }

  private static double units(long size, int unit) {
    return Math.max(1, (size + unit - 1) / unit);
  }

  private static double units(Index index, Outcome outcome) {
    Map<String, AttributeValue> before = outcome.before();
    Map<String, AttributeValue> after = outcome.after();
    Key from = index.find(before);
    Key to = index.find(after);
    double old = from == null ? 0 : units(index.size(before), WRITE_UNIT);
    double young = to == null ? 0 : units(index.size(after), WRITE_UNIT);
    if (before == null || after == null || from == null || !from.equals(to)) {
      return old + young;
    }
    return index.of(before).equals(index.of(after)) ? 0 : Math.max(old, young);
  }

  /**
   * Adds the capacity of a read.
   *
   * @param bytes of all items that were read
   * @param factor 0.5 for eventual consistency, 2 in a transaction
   */
  public void addRead(Table table, Index index, long bytes, double factor) {
    arms(table).add(index, factor * units(bytes, READ_UNIT));
  }

  /** Half a unit for each of an eventually consistent read. */
  public static double readFactor(Map<?, ?> request) {
    return Members.flag(request, "ConsistentRead") ? 1 : 0.5;
  }

  /** The answer with the report on one table, if the request wants one. */
  public Map<String, Object> report(Map<?, ?> request, Map<String, Object> answer) {
    var unused = reportList(request, answer, "");
    answer.computeIfPresent("ConsumedCapacity", (member, list) -> ((List<?>) list).get(0));
    answer.computeIfPresent(
        "ItemCollectionMetrics", (member, all) -> collections.values().iterator().next().get(0));
    return answer;
  }

  /**
   * The answer with the reports on all tables, if the request wants them.
   *
   * @param direction Read or Write in transactions, else empty
   */
  public Map<String, Object> reportList(
      Map<?, ?> request, Map<String, Object> answer, String direction) {
    String wanted = Members.text(request, "ReturnConsumedCapacity", "NONE");
    if (!wanted.equals("NONE")) {
      boolean detailed = wanted.equals("INDEXES");
      List<Object> reports = new ArrayList<>();
      tables.forEach((name, arms) -> reports.add(report(name, arms, detailed, direction)));
      answer.put("ConsumedCapacity", reports);
    }
    if ("SIZE".equals(request.get("ReturnItemCollectionMetrics")) && !collections.isEmpty()) {
      answer.put("ItemCollectionMetrics", collections);
    }
    return answer;
  }

  private static Map<String, Object> report(
      String name, Arms arms, boolean detailed, String direction) {
    Map<String, Object> report = units(arms.total, direction);
    report.put("TableName", name);
    if (detailed) {
      report.put("Table", units(arms.table, direction));
      arms.indexes.forEach(
          (kind, indexes) -> {
            Map<String, Object> reports = new LinkedHashMap<>();
            indexes.forEach((index, units) -> reports.put(index, units(units, direction)));
            report.put(kind, reports);
          });
    }
    return report;
  }

  private static Map<String, Object> units(double units, String direction) {
    return Members.of(
        "CapacityUnits", units, direction + "CapacityUnits", direction.isEmpty() ? null : units);
  }
}
