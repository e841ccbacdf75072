package io.tributary.operations.drain;

/**
 * Rest of a stage in a topic or in a table's stream.
 *
 * @param topic in the cluster, or a table
 * @param records at least 1: offsets, waiting facts or changes
 * @param obstacle empty for work that is left; else the reason that nothing will do it
 * @param remedy empty without one
 */
public record Lag(String stage, String topic, long records, String obstacle, String remedy) {

  /** Work that is left. */
  public Lag(String stage, String topic, long records) {
    this(stage, topic, records, "", "");
  }

  @Override
  public String toString() {
    return stage
        + ' '
        + topic
        + ' '
        + records
        + (obstacle.isEmpty() ? "" : ' ' + obstacle)
        + (remedy.isEmpty() ? "" : ": " + remedy);
  }
}
