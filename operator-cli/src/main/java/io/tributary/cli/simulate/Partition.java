package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.topic.Family;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Items of a run that share a partition key.
 *
 * @param table without prefix
 * @param key name of the partition key
 * @param sort name of the attribute that tells the items apart
 * @param expected attributes that the items must have, by sort key, for the found items; a null is
 *     an attribute that must be missing
 */
record Partition(
    Family family,
    String table,
    String key,
    String value,
    String sort,
    UnaryOperator<Map<String, ObjectNode>> expected) {

  @Override
  public String toString() {
    return table + " " + key + '=' + value;
  }
}
