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
   * A record that has just been read.
   *
   * @param dropped tells whether it may still be written
   * @param taken when it was read, by the ticker
   */
  PendingRecord(ConsumerRecord<byte[], byte[]> record, BooleanSupplier dropped, long taken) {
    this.record = record;
    this.dropped = dropped;
    this.taken = taken;
  }

  ConsumerRecord<byte[], byte[]> record() {
    return record;
  }

  /** True when it came behind that one in the same partition. */
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

  /** It is tried now, by the ticker; any thread may say so, the first time counts. */
  void begin(long now) {
    if (begun.isEmpty()) {
      begun = OptionalLong.of(now);
    }
  }

  /** When it was first tried, by the ticker; empty while it waits for others. */
  OptionalLong begun() {
    return begun;
  }

  /** True once the partition is, or may be, another instance's; any thread may ask. */
  boolean dropped() {
    return dropped.getAsBoolean();
  }

  boolean finished() {
    return finished;
  }

  Optional<Failure> failure() {
    return failure;
  }

  /** True when a newer one is on its way instead. */
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
