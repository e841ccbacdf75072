package io.tributary.sink.consume;

import io.tributary.schemas.deadletter.Failure;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record on its way through the sink. Its state belongs to the consumer's thread. */
final class PendingRecord {

  private final ConsumerRecord<byte[], byte[]> record;
  private final BooleanSupplier dropped;
  private final long taken;
  private volatile OptionalLong begun = OptionalLong.empty();
  private boolean finished;
  private boolean superseded;
  private Optional<Failure> failure = Optional.empty();

  /**
   * @param dropped true when it must not be written any more
   * @param taken time of the read, by the ticker
   */
  PendingRecord(ConsumerRecord<byte[], byte[]> record, BooleanSupplier dropped, long taken) {
    this.record = record;
    this.dropped = dropped;
    this.taken = taken;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /** True of a later record of the same partition. */
  boolean follows(PendingRecord other) {
    return record.topic().equals(other.record.topic())
        && record.partition() == other.record.partition()
        && record.offset() > other.record.offset();
  }

  long offset() {
    return record.offset();
  }

  long taken() {
    return taken;
  }

  /** Notes the first try, by the ticker; thread-safe. */
  void begin(long now) {
    if (begun.isEmpty()) {
      begun = OptionalLong.of(now);
    }
  }

  /** Time of the first try, by the ticker; empty before it. */
  OptionalLong begun() {
    return begun;
  }

  /** True once the partition may be another instance's; thread-safe. */
  boolean dropped() {
    return dropped.getAsBoolean();
  }

  boolean finished() {
    return finished;
  }

  Optional<Failure> failure() {
    return failure;
  }

  /** True when a newer record is written instead. */
  boolean superseded() {
    return superseded;
  }

  void supersede() {
    finished = true;
    superseded = true;
  }

  void finish(Optional<Failure> reason) {
    finished = true;
    failure = reason;
  }
}
