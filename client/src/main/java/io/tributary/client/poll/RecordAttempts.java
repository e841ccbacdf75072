package io.tributary.client.poll;

import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Rejection;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record under way, and what has been tried with it. Used by one thread at a time, but for {@link
 * #leave}.
 */
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

  /** Counts one at its handler; how many that makes. */
  int countOne() {
    return ++made;
  }

  /** Counts one at handing it over; how many that makes. */
  int countHandingOver() {
    return ++handedOver;
  }

  /** Counts one that nobody is to blame for; how many that makes. */
  int countWait() {
    return ++waited;
  }

  /** Nobody tries to handle it any more. */
  RejectedRecord reject(Rejection rejection) {
    RejectedRecord given = new RejectedRecord(record, rejection, made);
    rejected = given;
    return given;
  }

  @Nullable RejectedRecord rejected() {
    return rejected;
  }

  /** Whoever has the partition next tries the record; what is thrown from now on is no failure. */
  void leave() {
    left = true;
  }

  boolean isLeft() {
    return left;
  }
}
