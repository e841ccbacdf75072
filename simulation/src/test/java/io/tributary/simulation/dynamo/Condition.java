package io.tributary.simulation.dynamo;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A condition or a part of one. */
@FunctionalInterface
interface Condition {

  /**
   * Decides about an item.
   *
   * @param item its attributes; empty when there is none
   */
  boolean holds(Map<String, AttributeValue> item, Bindings bindings);
}
