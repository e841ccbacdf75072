package io.tributary.client.record;

import io.tributary.client.failure.FailurePolicy;

/**
 * Handler of one topic's records. Records of a partition come in order; those of different
 * partitions in parallel, from several threads.
 */
@FunctionalInterface
public interface RecordHandler<K, V> {

  /**
   * Handles a record. After the return it is finished and never delivered again. An exception is a
   * failure by the consumer's {@link FailurePolicy}.
   *
   * <p>The thread is interrupted when the partition moves, or the consumer closes, and the deadline
   * has passed. Later exceptions are no failure: the record is delivered again, to the partition's
   * next owner.
   */
  void handle(TypedRecord<K, V> record) throws Exception;
}
