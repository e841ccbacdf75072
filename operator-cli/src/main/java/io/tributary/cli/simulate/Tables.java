package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

@FunctionalInterface
public interface Tables {

  /**
   * The items of a table that share a partition key.
   *
   * @param table without prefix
   * @param key name of the partition key
   */
  List<ObjectNode> items(String table, String key, String value) throws InterruptedException;
}
