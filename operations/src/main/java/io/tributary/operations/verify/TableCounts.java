package io.tributary.operations.verify;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of a table's items by verdict. Safe for use by many threads. */
public final class TableCounts {

  /** Counted verdicts, in the order of the results. */
  public static final List<Verdict> COUNTED =
      List.of(
          Verdict.EQUAL,
          Verdict.MISSING,
          Verdict.DIFFERENT,
          Verdict.EXTRA,
          Verdict.UNKNOWN,
          Verdict.IN_FLIGHT);

  private final Map<Verdict, AtomicLong> counts;
  private final AtomicLong repaired = new AtomicLong();

  TableCounts() {
    Map<Verdict, AtomicLong> zeros = new LinkedHashMap<>();
    COUNTED.forEach(verdict -> zeros.put(verdict, new AtomicLong()));
    counts = Collections.unmodifiableMap(zeros);
  }

  void add(Verdict verdict) {
    AtomicLong count = counts.get(verdict);
    if (count != null) {
      count.incrementAndGet();
    }
  }

  void addRepaired() {
    repaired.incrementAndGet();
  }

  public long of(Verdict verdict) {
    AtomicLong count = counts.get(verdict);
    return count == null ? 0 : count.get();
  }

  /** Items that a repair writes, and deletes if told to. */
  long wrong(boolean deletes) {
    return of(Verdict.MISSING) + of(Verdict.DIFFERENT) + (deletes ? of(Verdict.EXTRA) : 0);
  }

  /** Items of the table when it was compared. */
  public long present() {
    return of(Verdict.EQUAL)
        + of(Verdict.DIFFERENT)
        + of(Verdict.EXTRA)
        + of(Verdict.UNKNOWN)
        + of(Verdict.IN_FLIGHT);
  }

  public long repaired() {
    return repaired.get();
  }
}
