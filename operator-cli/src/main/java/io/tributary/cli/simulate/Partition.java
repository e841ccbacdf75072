package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.topic.Family;
import java.util.Map;

/**
 * The items of a table that share a partition key, all of them a run's own.
 *
 * @param table without prefix
 * @param key name of the partition key
 * @param sort name of the attribute that tells the items apart, which is the key itself in tables
 *     without a sort key
 */
record Partition(
    Family family, String table, String key, String value, String sort, Wanted wanted) {

  /** What must be there. */
  @FunctionalInterface
  interface Wanted {

    /**
     * Attributes that items must have, by sort key; a null says that there must be none.
     *
     * @param found the items that are there, by sort key
     */
    Map<String, ObjectNode> given(Map<String, ObjectNode> found);
  }

  @Override
  public String toString() {
    return table + " " + key + '=' + value;
  }
}
