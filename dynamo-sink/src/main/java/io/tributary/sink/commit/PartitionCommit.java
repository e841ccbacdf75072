package io.tributary.sink.commit;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A commit of a partition.
 *
 * @param offset of the next record
 * @param letters of records between the last commit and this offset
 */
public record PartitionCommit(TopicPartition partition, long offset, List<DueDeadLetter> letters) {

  public PartitionCommit {
    letters = List.copyOf(letters);
  }

  /** Offset of the first dead letter's record, up to which all is done without any. */
  long firstLetter() {
    return letters.get(0).record().offset();
  }
}
