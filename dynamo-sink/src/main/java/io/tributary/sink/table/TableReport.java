package io.tributary.sink.table;

import java.util.List;

/**
 * How tables compare with their definitions.
 *
 * @param missing names without prefix of those that are not there
 * @param drift each difference in words; first that of each missing one
 * @param unverifiable each property that the endpoint cannot show, in words
 */
public record TableReport(List<String> missing, List<String> drift, List<String> unverifiable) {

  /** Copies the lists. */
  public TableReport {
    missing = List.copyOf(missing);
    drift = List.copyOf(drift);
    unverifiable = List.copyOf(unverifiable);
  }

  /** Differences of those that are there. */
  public List<String> differing() {
    return drift.subList(missing.size(), drift.size());
  }
}
