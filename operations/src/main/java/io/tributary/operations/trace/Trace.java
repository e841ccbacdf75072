package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/**
 * The way of an event.
 *
 * @param event fact_id, which all of its records carry
 * @param stages in the order of the flow
 */
public record Trace(String event, Instant acceptedAt, List<Stage> stages) {

  public Trace {
    stages = List.copyOf(stages);
  }

  /**
   * A stage of the way.
   *
   * @param name {@code request}, {@code fact}, {@code record}, {@code wait}, {@code outcome},
   *     {@code dead_letter} or {@code item}
   */
  public record Stage(String name, ObjectNode fields) {}
}
