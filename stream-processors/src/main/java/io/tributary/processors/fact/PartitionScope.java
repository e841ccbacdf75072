package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.topic.Topic;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;

/** The partition of one task, among the partitions of the topic that it reads. */
public record PartitionScope<K, F extends SpecificRecordBase>(
    Topic<K, F> topic, int partition, int partitions) {

  /** True of a key that hashes to this partition. */
  public boolean isOwner(K key) {
    return topic.partitionOf(key, partitions) == partition;
  }

  /** Refuses a fact of another partition: the state of its key is not here. */
  public void requireOwner(K key) {
    if (!isOwner(key)) {
      throw new FactRefusedException(
          FailureCode.INVALID_KEY,
          "it is in partition %d, but belongs in partition %d of %s"
              .formatted(partition, topic.partitionOf(key, partitions), topic));
    }
  }

  /** A fact for this partition, not for that of its key. */
  public OutputRecord<K, F> outputRecord(K key, F fact) {
    return new OutputRecord<>(topic, key, fact, Set.of(partition));
  }
}
