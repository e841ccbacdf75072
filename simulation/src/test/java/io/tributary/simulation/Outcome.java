package io.tributary.simulation;

import java.util.List;
import java.util.Map;

/**
 * What came of a run.
 *
 * @param digest the same for the same plan and code: of every step, record and item
 * @param violations of promises, a line each
 * @param tally what the run exercised
 */
record Outcome(
    Plan plan, long digest, List<String> violations, Map<String, Integer> tally, long steps) {

  boolean isGreen() {
    return violations.isEmpty();
  }
}
