package io.tributary.sink.table;

import java.util.List;

/**
 * How tables compare with their definitions.
 *
 * @param drift each difference in words
 * @param unverifiable each property that the endpoint cannot show, in words
 */
public record TableReport(List<String> drift, List<String> unverifiable) {

  /** Copies both lists. */
  public TableReport {
    drift = List.copyOf(drift);
    unverifiable = List.copyOf(unverifiable);
  }
}
