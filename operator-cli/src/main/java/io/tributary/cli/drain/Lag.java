package io.tributary.cli.drain;

/**
 * What a stage has left in a topic.
 *
 * @param topic its name in the cluster
 * @param records 1 or more: offsets between what the stage has finished and the topic's end, or
 *     facts that wait
 */
public record Lag(String stage, String topic, long records) {

  @Override
  public String toString() {
    return stage + ' ' + topic + ' ' + records;
  }
}
