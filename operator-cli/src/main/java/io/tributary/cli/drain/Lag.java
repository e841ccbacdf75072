package io.tributary.cli.drain;

/**
 * How far a stage is behind in a topic.
 *
 * @param topic its name in the cluster
 * @param records offsets between what the stage has finished and the topic's end, 1 or more
 */
public record Lag(String stage, String topic, long records) {

  @Override
  public String toString() {
    return stage + ' ' + topic + ' ' + records;
  }
}
