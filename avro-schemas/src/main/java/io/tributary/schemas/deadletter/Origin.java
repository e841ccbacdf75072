package io.tributary.schemas.deadletter;

/**
 * The record that failed. Together with the stage it identifies a dead letter.
 *
 * @param topic its name in the cluster
 */
public record Origin(String topic, int partition, long offset) {

  @Override
  public String toString() {
    return topic + '/' + partition + '/' + offset;
  }
}
