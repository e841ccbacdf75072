package io.tributary.processors.topology;

import io.tributary.schemas.topic.Family;

/** What a family supplies: which of its facts become which of its records. */
public interface ProcessorsFamily {

  /** Whose they are. */
  Family family();

  /** Adds the family's paths to the plan. */
  void addTo(TopologyPlan plan);
}
