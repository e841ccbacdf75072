package io.tributary.cli.simulate;

import io.tributary.schemas.topic.Family;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Counts and latencies by family. A latency runs from the time at which a request was due to the
 * answer that accepted it, so waiting behind a slow answer counts. For one thread.
 */
public final class Figures {

  private final Map<Family, Figure> byFamily = new EnumMap<>(Family.class);

  /** Figures of one family, or of all. */
  static final class Figure {

    private final Histogram micros = new Histogram(3);

    /** Answers that accepted nothing, by status or failure. */
    final Map<String, Long> errors = new TreeMap<>();

    /** Requests refused for good. */
    long refused;

    /** Requests that were perhaps stored. */
    long unanswered;

    long accepted() {
      return micros.getTotalCount();
    }

    void accepted(long nanos) {
      micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    /** Latency in milliseconds of a percentile. */
    double millis(double percent) {
      return micros.getValueAtPercentile(percent) / 1e3;
    }
  }

  Map<Family, Figure> byFamily() {
    return byFamily;
  }

  Figure all() {
    Figure all = new Figure();
    for (Figure each : byFamily.values()) {
      all.micros.add(each.micros);
      each.errors.forEach((word, count) -> all.errors.merge(word, count, Long::sum));
      all.refused += each.refused;
      all.unanswered += each.unanswered;
    }
    return all;
  }

  Figure of(Family family) {
    return byFamily.computeIfAbsent(family, missing -> new Figure());
  }
}
