package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.topic.Topic;

/** The partition of one task, among so many of the topic that it reads. */
public record PartitionScope<K>(Topic<K, ?> topic, int partition, int partitions) {

  /** True of a key that belongs in this partition. */
  public boolean isHomeOf(K key) {
    return homeOf(key) == partition;
  }

  /** Refuses a fact that belongs elsewhere: nothing of what its key stands for is known here. */
  public void requireHomeOf(K key) {
    if (!isHomeOf(key)) {
      throw new FactRefusedException(
          FailureCode.INVALID_KEY,
          "it is in partition %d, but belongs in partition %d of %s"
              .formatted(partition, homeOf(key), topic));
    }
  }

  private int homeOf(K key) {
    return topic.partitionOf(key, partitions);
  }
}
