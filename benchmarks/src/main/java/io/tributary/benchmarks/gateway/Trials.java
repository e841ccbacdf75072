package io.tributary.benchmarks.gateway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The rounds of one side under the same load. */
final class Trials {

  private final Side side;
  private final List<Trial> trials = new ArrayList<>();

  Trials(Side side) {
    this.side = side;
  }

  Side side() {
    return side;
  }

  void add(Trial trial) {
    trials.add(trial);
  }

  /** The round of median throughput. */
  Trial median() {
    List<Trial> sorted =
        trials.stream().sorted(Comparator.comparing(trial -> trial.round().perSecond())).toList();
    return sorted.get(sorted.size() / 2);
  }

  /** All rounds as one. */
  Trial sum() {
    return trials.stream().reduce(Trial::plus).orElseThrow();
  }
}
