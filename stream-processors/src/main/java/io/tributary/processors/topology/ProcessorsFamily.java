package io.tributary.processors.topology;

import io.tributary.schemas.topic.Family;

/** A family's part of the topology. */
public interface ProcessorsFamily {

  Family family();

  /** Adds the family's paths to the plan. */
  void addTo(TopologyPlan plan);
}
