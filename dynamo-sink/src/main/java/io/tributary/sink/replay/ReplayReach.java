package io.tributary.sink.replay;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Up to where records are written, and what is still taken from behind it.
 *
 * @param putsEnd offsets from which on nothing is put; partitions that are not named have none
 * @param removals true when removals are taken from behind there too: others remove meanwhile what
 *     earlier records would put back
 */
public record ReplayReach(Map<TopicPartition, Long> putsEnd, boolean removals) {

  /** Everything is written. */
  public static final ReplayReach ALL = new ReplayReach(Map.of(), false);

  /** Copies the offsets. */
  public ReplayReach {
    putsEnd = Map.copyOf(putsEnd);
  }

  boolean puts(ConsumerRecord<?, ?> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    return record.offset() < putsEnd.getOrDefault(partition, Long.MAX_VALUE);
  }

  boolean takes(ConsumerRecord<?, ?> record) {
    return removals || puts(record);
  }
}
