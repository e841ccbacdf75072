package io.tributary.cli.simulate;

import io.tributary.schemas.topic.Family;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What became of requests, by family. Latency runs from the moment at which a request was due to
 * the answer that accepted it, so what waits behind a slow answer counts as slow too. For one
 * thread.
 */
public final class Figures {

  private static final int DIGITS = 3;

  private final Map<Family, Figure> byFamily = new EnumMap<>(Family.class);

  /** What became of the requests of one family, or of all. */
  public static final class Figure {

    private final Histogram micros = new Histogram(DIGITS);
    private final Map<String, Long> errors = new TreeMap<>();
    private long refused;
    private long unanswered;

    long accepted() {
      return micros.getTotalCount();
    }

    /** Refused for good. */
    long refused() {
      return refused;
    }

    /** Never accepted, though perhaps stored. */
    long unanswered() {
      return unanswered;
    }

    /** Answers that accepted nothing, by status or what went wrong. */
    Map<String, Long> errors() {
      return errors;
    }

    /** Milliseconds within which so many of a hundred were accepted. */
    double millis(double percent) {
      return micros.getValueAtPercentile(percent) / 1e3;
    }

    private void add(Figure other) {
      micros.add(other.micros);
      other.errors.forEach((word, count) -> errors.merge(word, count, Long::sum));
      refused += other.refused;
      unanswered += other.unanswered;
    }
  }

  void accepted(Family family, long nanos) {
    of(family).micros.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos)));
  }

  /** An answer that accepted nothing, or none at all. */
  void error(Family family, String word) {
    of(family).errors.merge(word, 1L, Long::sum);
  }

  void refused(Family family) {
    of(family).refused++;
  }

  void unanswered(Family family) {
    of(family).unanswered++;
  }

  Map<Family, Figure> byFamily() {
    return byFamily;
  }

  Figure all() {
    Figure all = new Figure();
    byFamily.values().forEach(all::add);
    return all;
  }

  private Figure of(Family family) {
    return byFamily.computeIfAbsent(family, missing -> new Figure());
  }
}
