package io.tributary.simulation.dynamo;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of an item, in the order in which queries return items. */
record ItemKey(AttributeValue partition, @Nullable AttributeValue sort)
    implements Comparable<ItemKey> {

  @Override
  public int compareTo(ItemKey other) {
    int order = Scalars.compare(partition, other.partition).orElseThrow();
    return order == 0 && sort != null && other.sort != null
        ? Scalars.compare(sort, other.sort).orElseThrow()
        : order;
  }
}
