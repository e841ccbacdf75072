package io.tributary.sink.commit;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What is ready to be committed of a partition.
 *
 * @param offset the next one to be read after a restart
 * @param letters dead letters of records before that offset, and after the last commit
 */
public record PartitionCommit(TopicPartition partition, long offset, List<DueDeadLetter> letters) {

  /** Copies the letters. */
  public PartitionCommit {
    letters = List.copyOf(letters);
  }

  /** Offset of the first dead letter's record, up to which all is done without any. */
  long firstLetter() {
    return letters.get(0).record().offset();
  }
}
