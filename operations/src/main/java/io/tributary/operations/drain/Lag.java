package io.tributary.operations.drain;

/**
 * Rest of a stage in a topic or in a table's stream.
 *
 * @param topic in the cluster, or a table
 * @param records at least 1: offsets, waiting facts or changes
 */
public record Lag(String stage, String topic, long records) {

  @Override
  public String toString() {
    return stage + ' ' + topic + ' ' + records;
  }
}
