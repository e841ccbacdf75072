package io.tributary.traffic.check;

import java.util.Map;
import java.util.TreeMap;

/** Counts of noteworthy events by name. */
public final class Tally {

  private final Map<String, Integer> counts = new TreeMap<>();

  /** Counts one. */
  public void add(String name) {
    counts.merge(name, 1, Integer::sum);
  }

  /** Counts of what happened at least once. */
  public Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }
}
