package io.tributary.operations.drain;

/**
 * What a stage has left in a topic or in a table's stream.
 *
 * @param topic its name in the cluster; the table's, of what is relayed
 * @param records 1 or more: offsets between what the stage has finished and the topic's end, facts
 *     that wait, or changes in a table's stream
 */
public record Lag(String stage, String topic, long records) {

  @Override
  public String toString() {
    return stage + ' ' + topic + ' ' + records;
  }
}
