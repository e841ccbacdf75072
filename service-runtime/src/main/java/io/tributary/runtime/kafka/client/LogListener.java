package io.tributary.runtime.kafka.client;

import java.util.Collection;
import org.apache.kafka.common.TopicPartition;

/** Hears of losses of a log, on the consumer's thread. */
public interface LogListener {

  /**
   * Offsets were removed before they were read.
   *
   * @param offsets their count, markers of transactions included
   */
  void vanished(TopicPartition partition, long offsets);

  /** The log has begun anew; all of it is read. */
  default void madeAnew(Collection<TopicPartition> partitions) {}

  /** Another program in the group has committed an offset, and may have taken records away. */
  default void foreign(TopicPartition partition, long offset) {}
}
