package io.tributary.client.poll;

import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Rejection;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Attempts of the current record. Used by one thread at a time, but for {@link #leave}. */
final class RecordAttempts {

  private final ConsumerRecord<byte[], byte[]> record;
  private int made;
  private int handedOver;
  private int waited;
  private @Nullable RejectedRecord rejected;
  private volatile boolean left;

  RecordAttempts(ConsumerRecord<byte[], byte[]> record) {
    this.record = record;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /** Counts an attempt of the handler. */
  int countOne() {
    return ++made;
  }

  /** Counts an attempt of the dead-letter handler. */
  int countHandingOver() {
    return ++handedOver;
  }

  /** Counts a wait that is not a failure. */
  int countWait() {
    return ++waited;
  }

  /** Ends the handler's attempts. */
  RejectedRecord reject(Rejection rejection) {
    RejectedRecord given = new RejectedRecord(record, rejection, made);
    rejected = given;
    return given;
  }

  @Nullable RejectedRecord rejected() {
    return rejected;
  }

  /** Leaves the record to the partition's next owner; exceptions are no failure from now on. */
  void leave() {
    left = true;
  }

  boolean isLeft() {
    return left;
  }
}
