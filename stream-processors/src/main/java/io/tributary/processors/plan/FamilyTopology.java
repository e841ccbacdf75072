package io.tributary.processors.plan;

/** What a family supplies: which of its facts become which of its records. */
public interface FamilyTopology {

  /** Adds the family's paths to the plan. */
  void addTo(TopologyPlan plan);
}
