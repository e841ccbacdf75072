package io.tributary.sink.intake;

import io.tributary.schemas.deadletter.Failure;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record on its way through the sink. Its state belongs to the consumer's thread. */
final class PendingRecord {

  private final ConsumerRecord<byte[], byte[]> record;
  private final AtomicBoolean dropped;
  private final long taken;
  private boolean finished;
  private Optional<Failure> failure = Optional.empty();

  /**
   * A record that has just been read.
   *
   * @param dropped its partition's
   * @param taken when it was read, by the ticker
   */
  PendingRecord(ConsumerRecord<byte[], byte[]> record, AtomicBoolean dropped, long taken) {
    this.record = record;
    this.dropped = dropped;
    this.taken = taken;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  long offset() {
    return record.offset();
  }

  long taken() {
    return taken;
  }

  /** True once the partition is another instance's; any thread may ask. */
  boolean dropped() {
    return dropped.get();
  }

  boolean finished() {
    return finished;
  }

  Optional<Failure> failure() {
    return failure;
  }

  void finish(Optional<Failure> reason) {
    finished = true;
    failure = reason;
  }
}
