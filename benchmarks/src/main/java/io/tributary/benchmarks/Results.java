package io.tributary.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Figures of a round in the order of the table. */
final class Results {

  private Results() {}

  /** Figures of alternating names and numbers. */
  static Map<String, Double> of(Object... namesAndNumbers) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      figures.put((String) namesAndNumbers[i], ((Number) namesAndNumbers[i + 1]).doubleValue());
    }
    return figures;
  }

  static double value(Map<String, Double> figures, String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** Percentiles of nanoseconds. */
  static Map<String, Double> of(Histogram latency) {
    return of(
        "p50 ms", latency.getValueAtPercentile(50) / 1e6,
        "p99 ms", latency.getValueAtPercentile(99) / 1e6);
  }
}
