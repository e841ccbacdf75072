package io.tributary.client.record;

import io.tributary.client.failure.FailurePolicy;

/**
 * What an application does with the records of one topic. Records of a partition come one after the
 * other; those of different partitions at the same time, from several threads.
 */
@FunctionalInterface
public interface RecordHandler<K, V> {

  /**
   * Works on a record. Returning means that it is finished and never needed again. Anything thrown
   * is a failure, for which the consumer has a {@link FailurePolicy}.
   *
   * <p>The thread is interrupted when the record's partition is wanted by another consumer, or when
   * this one closes, and the deadline for that has passed. What is thrown then is no failure: the
   * record is delivered again, to whoever has the partition next.
   */
  void handle(TypedRecord<K, V> record) throws Exception;
}
