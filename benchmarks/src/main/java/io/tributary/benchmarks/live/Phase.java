package io.tributary.benchmarks.live;

import io.tributary.benchmarks.sink.Backlog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** What goes on beside the live traffic, and what was measured meanwhile. */
final class Phase {

  private static final double MILLI = 1e6;

  private final String name;
  private final Optional<Backlog> rebuilt;
  private final OptionalDouble limit;
  private final List<Histogram> rounds = new ArrayList<>();
  private final List<Double> units = new ArrayList<>();

  private Phase(String name, Optional<Backlog> rebuilt, OptionalDouble limit) {
    this.name = name;
    this.rebuilt = rebuilt;
    this.limit = limit;
  }

  /** Nothing else. */
  static Phase alone() {
    return new Phase("alone", Optional.empty(), OptionalDouble.empty());
  }

  /** A rebuild under a limit. */
  static Phase limited(Backlog backlog, double limit) {
    return new Phase(
        "rebuild of " + backlog.name(), Optional.of(backlog), OptionalDouble.of(limit));
  }

  /** A rebuild as fast as it can. */
  static Phase unlimited(Backlog backlog) {
    return new Phase(
        "rebuild of " + backlog.name() + " without a limit",
        Optional.of(backlog),
        OptionalDouble.empty());
  }

  String name() {
    return name;
  }

  Optional<Backlog> rebuilt() {
    return rebuilt;
  }

  OptionalDouble limit() {
    return limit;
  }

  /**
   * Takes down a round.
   *
   * @param latency nanoseconds
   * @param perSecond write units that the rebuild took
   */
  void add(Histogram latency, double perSecond) {
    rounds.add(latency);
    units.add(perSecond);
  }

  /** Milliseconds, of all rounds together. */
  double millis(double percentile) {
    Histogram all = rounds.get(0).copy();
    rounds.stream().skip(1).forEach(all::add);
    return all.getValueAtPercentile(percentile) / MILLI;
  }

  /** Milliseconds, of each round. */
  List<Double> millisOfEach(double percentile) {
    return rounds.stream().map(round -> round.getValueAtPercentile(percentile) / MILLI).toList();
  }

  /** The median of the rounds'. */
  double medianMillis(double percentile) {
    List<Double> sorted = millisOfEach(percentile).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  long count() {
    return rounds.stream().mapToLong(Histogram::getTotalCount).sum();
  }

  /** Write units a second, on the average. */
  double units() {
    return units.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
