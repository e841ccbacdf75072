package io.tributary.sink.table;

import java.util.List;

/**
 * Comparison of tables with their definitions.
 *
 * @param tables count of the definitions
 * @param missing names without prefix
 * @param drift differences, those of missing tables first
 * @param unverifiable properties that the endpoint does not show
 */
public record TableReport(
    int tables, List<String> missing, List<String> drift, List<String> unverifiable) {

  public TableReport {
    missing = List.copyOf(missing);
    drift = List.copyOf(drift);
    unverifiable = List.copyOf(unverifiable);
  }

  /** Differences of existing tables. */
  public List<String> differing() {
    return drift.subList(missing.size(), drift.size());
  }
}
