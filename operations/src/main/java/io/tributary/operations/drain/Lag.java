package io.tributary.operations.drain;

/**
 * Rest of a stage in a topic or in a table's stream.
 *
 * @param topic in the cluster, or a table
 * @param records at least 1: offsets, waiting facts or changes
 * @param lost true of offsets that were removed before the stage read them
 */
public record Lag(String stage, String topic, long records, boolean lost) {

  /** Work that is left. */
  public Lag(String stage, String topic, long records) {
    this(stage, topic, records, false);
  }

  @Override
  public String toString() {
    return stage + ' ' + topic + ' ' + records + (lost ? " removed before they were read" : "");
  }
}
