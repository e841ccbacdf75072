package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Entries;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Capacity units that requests consume, by table and index. */
public final class Capacity {
  private static final int WRITE_UNIT = 1024;
  private static final int READ_UNIT = 4096;

  private final Map<String, Arms> tables = new LinkedHashMap<>();

  private static final class Arms {
    private double table;
    private final Map<String, Double> local = new TreeMap<>();
    private final Map<String, Double> global = new TreeMap<>();

    double total() {
      double total = table;
      for (double units : local.values()) {
        total += units;
      }
      for (double units : global.values()) {
        total += units;
      }
      return total;
    }
  }

  private Arms arms(Table table) {
    return tables.computeIfAbsent(table.name(), any -> new Arms());
  }

  /**
   * Adds what a write consumed.
   *
   * @param factor of the table's units: two in a transaction
   */
  public void addWrite(Outcome outcome, int factor) {
    Table table = outcome.table();
    Arms arms = arms(table);
    int size = Math.max(size(outcome.before()), size(outcome.after()));
    arms.table += factor * units(size, WRITE_UNIT);
    for (Index index : table.indexes()) {
      double units = units(table, index, outcome);
      if (units > 0) {
        (index.isGlobal() ? arms.global : arms.local).merge(index.name(), units, Double::sum);
      }
    }
  }

  private static int size(@Nullable Map<String, AttributeValue> item) {
    return item == null ? 0 : ItemSize.of(item);
  }

  private static double units(int size, int unit) {
    return Math.max(1, (size + unit - 1) / unit);
  }

  private static double units(Table table, Index index, Outcome outcome) {
    Map<String, AttributeValue> before = outcome.before();
    Map<String, AttributeValue> after = outcome.after();
    Key from = Entries.entry(table, index, before);
    Key to = Entries.entry(table, index, after);
    double old = from == null ? 0 : units(index.size(Objects.requireNonNull(before)), WRITE_UNIT);
    double young = to == null ? 0 : units(index.size(Objects.requireNonNull(after)), WRITE_UNIT);
    if (from == null || to == null || !from.equals(to)) {
      return old + young;
    }
    boolean same =
        index.of(Objects.requireNonNull(before)).equals(index.of(Objects.requireNonNull(after)));
    return same ? 0 : Math.max(old, young);
  }

  /**
   * Adds what a read consumed.
   *
   * @param index null for the table itself
   * @param bytes of all items that were read
   * @param factor 0.5 for eventual consistency, 2 in a transaction
   */
  public void addRead(Table table, @Nullable Index index, long bytes, double factor) {
    double units = factor * Math.max(1, (bytes + READ_UNIT - 1) / READ_UNIT);
    Arms arms = arms(table);
    if (index == null) {
      arms.table += units;
    } else {
      (index.isGlobal() ? arms.global : arms.local).merge(index.name(), units, Double::sum);
    }
  }

  /**
   * Puts the report into an answer, if the request wants one: of one table, or a list.
   *
   * @param direction Read or Write in transactions, else empty
   */
  public void report(
      Map<?, ?> request, Map<String, Object> answer, boolean isList, String direction) {
    Object wanted = request.get("ReturnConsumedCapacity");
    if (wanted == null || wanted.equals("NONE")) {
      return;
    }
    List<Map<String, Object>> reports = new ArrayList<>();
    tables.forEach(
        (name, arms) -> reports.add(report(name, arms, wanted.equals("INDEXES"), direction)));
    if (isList) {
      answer.put("ConsumedCapacity", reports);
    } else if (!reports.isEmpty()) {
      answer.put("ConsumedCapacity", reports.get(0));
    }
  }

  private static Map<String, Object> report(
      String name, Arms arms, boolean detailed, String direction) {
    Map<String, Object> report = units(arms.total(), direction);
    report.put("TableName", name);
    if (detailed) {
      report.put("Table", units(arms.table, direction));
      if (!arms.local.isEmpty()) {
        report.put("LocalSecondaryIndexes", units(arms.local, direction));
      }
      if (!arms.global.isEmpty()) {
        report.put("GlobalSecondaryIndexes", units(arms.global, direction));
      }
    }
    return report;
  }

  private static Map<String, Object> units(Map<String, Double> arms, String direction) {
    Map<String, Object> indexes = new LinkedHashMap<>();
    arms.forEach((index, units) -> indexes.put(index, units(units, direction)));
    return indexes;
  }

  private static Map<String, Object> units(double units, String direction) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("CapacityUnits", units);
    if (!direction.isEmpty()) {
      report.put(direction + "CapacityUnits", units);
    }
    return report;
  }
}
