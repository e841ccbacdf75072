package io.tributary.harness.fault;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How probable each fault is for a write that it can befall. */
public final class FaultPlan {

  private final Map<Fault, Double> probabilities = new EnumMap<>(Fault.class);

  private FaultPlan() {}

  /** Nothing goes wrong. */
  public static FaultPlan none() {
    return new FaultPlan();
  }

  /** Only that one, each time. */
  public static FaultPlan always(Fault fault) {
    return none().with(fault, 1);
  }

  /** The same plan with one more fault. */
  public FaultPlan with(Fault fault, double probability) {
    return with(Set.of(fault), probability);
  }

  /** The same plan with more faults, each of that probability. */
  public FaultPlan with(Collection<Fault> faults, double probability) {
    FaultPlan plan = new FaultPlan();
    plan.probabilities.putAll(probabilities);
    faults.forEach(fault -> plan.probabilities.put(fault, probability));
    if (plan.probabilities.values().stream().mapToDouble(each -> each).sum() > 1) {
      throw new IllegalArgumentException("more than one fault for a request: " + plan);
    }
    return plan;
  }

  /** The faults that can happen. */
  public Set<Fault> faults() {
    return Set.copyOf(probabilities.keySet());
  }

  /**
   * What befalls a call.
   *
   * @param chance from 0 to 1
   */
  Optional<Fault> pick(Call call, double chance) {
    double bound = 0;
    for (Map.Entry<Fault, Double> each : probabilities.entrySet()) {
      bound += each.getValue();
      if (chance < bound) {
        return Optional.of(each.getKey()).filter(fault -> fault.befalls(call));
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return probabilities.toString();
  }
}
