package io.tributary.operations.verify;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of a table's items by verdict. Safe for use by many threads. */
public final class TableCounts {

  /** Counted verdicts, in the order of the results. */
  public static final List<ItemVerdict> COUNTED =
      List.of(
          ItemVerdict.EQUAL,
          ItemVerdict.MISSING,
          ItemVerdict.DIFFERENT,
          ItemVerdict.EXTRA,
          ItemVerdict.UNKNOWN,
          ItemVerdict.IN_FLIGHT);

  private final Map<ItemVerdict, AtomicLong> counts;
  private final AtomicLong repaired = new AtomicLong();

  TableCounts() {
    Map<ItemVerdict, AtomicLong> zeros = new LinkedHashMap<>();
    COUNTED.forEach(verdict -> zeros.put(verdict, new AtomicLong()));
    counts = Collections.unmodifiableMap(zeros);
  }

  void add(ItemVerdict verdict) {
    AtomicLong count = counts.get(verdict);
    if (count != null) {
      count.incrementAndGet();
    }
  }

  void addRepaired() {
    repaired.incrementAndGet();
  }

  public long of(ItemVerdict verdict) {
    AtomicLong count = counts.get(verdict);
    return count == null ? 0 : count.get();
  }

  /** Items that a repair writes, and deletes if told to. */
  long wrong(boolean deletes) {
    return of(ItemVerdict.MISSING)
        + of(ItemVerdict.DIFFERENT)
        + (deletes ? of(ItemVerdict.EXTRA) : 0);
  }

  /** Items of the table when it was compared. */
  public long present() {
    return of(ItemVerdict.EQUAL)
        + of(ItemVerdict.DIFFERENT)
        + of(ItemVerdict.EXTRA)
        + of(ItemVerdict.UNKNOWN)
        + of(ItemVerdict.IN_FLIGHT);
  }

  public long repaired() {
    return repaired.get();
  }
}
