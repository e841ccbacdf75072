package io.tributary.sink.commit;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A commit of a partition.
 *
 * @param offset of the next record
 * @param deadLetters of records between the last commit and this offset
 */
public record PartitionCommit(
    TopicPartition partition, long offset, List<DueDeadLetter> deadLetters) {

  public PartitionCommit {
    deadLetters = List.copyOf(deadLetters);
  }

  /** Offset of the first dead letter's record, up to which all is done without any. */
  long firstDeadLetter() {
    return deadLetters.get(0).record().offset();
  }
}
