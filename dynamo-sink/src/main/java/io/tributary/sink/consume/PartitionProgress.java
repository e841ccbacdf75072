package io.tributary.sink.consume;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.commit.DueDeadLetter;
import io.tributary.sink.commit.PartitionCommit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition is done while it is ours. Committed is the longest run of finished records
 * from the start; offsets may have gaps, as markers of transactions and compaction leave them.
 */
final class PartitionProgress {

  private static final long NOTHING = -1;

  private final TopicPartition partition;
  private final LetterForm letters;
  private final AtomicBoolean dropped = new AtomicBoolean();

  /** In the order of their offsets. */
  private final Deque<PendingRecord> pending = new ArrayDeque<>();

  /** Of finished records that are no longer pending and not yet committed. */
  private final List<DueDeadLetter> due = new ArrayList<>();

  private final Ticker ticker;
  private final SessionLease lease;
  private long committed = NOTHING;
  private long bytes;

  /**
   * AssignedPartitions of a partition that has just become ours.
   *
   * @param letters makes its dead letters
   * @param lease without which nothing of it is written
   */
  PartitionProgress(
      TopicPartition partition, LetterForm letters, Ticker ticker, SessionLease lease) {
    this.partition = partition;
    this.letters = letters;
    this.ticker = ticker;
    this.lease = lease;
  }

  /** Makes the dead letter of a record that has failed. */
  @FunctionalInterface
  interface LetterForm {
    DueDeadLetter of(ConsumerRecord<byte[], byte[]> record, Failure failure);
  }

  PendingRecord take(ConsumerRecord<byte[], byte[]> record) {
    PendingRecord taken = new PendingRecord(record, this::mayNotWrite, ticker.nanos());
    bytes += bytes(record);
    pending.add(taken);
    return taken;
  }

  /** Records that are held: read and not part of the finished run, or dead letters to be sent. */
  int held() {
    return pending.size() + due.size();
  }

  /** Bytes of the keys and values of what is held. */
  long bytes() {
    return bytes;
  }

  /** The oldest unfinished record. */
  Optional<PendingRecord> oldest() {
    advance();
    return Optional.ofNullable(pending.peek());
  }

  boolean unfinished() {
    advance();
    return !pending.isEmpty();
  }

  /**
   * What can be committed and is not.
   *
   * @param position the offset up to which everything has been read; empty if unknown
   */
  Optional<PartitionCommit> commit(OptionalLong position) {
    advance();
    PendingRecord first = pending.peek();
    OptionalLong next = first == null ? position : OptionalLong.of(first.offset());
    return next.isPresent() && next.getAsLong() > committed
        ? Optional.of(new PartitionCommit(partition, next.getAsLong(), due))
        : Optional.empty();
  }

  /** Nothing has become due since the commit was made: both happen in one go on one thread. */
  void committed(PartitionCommit commit) {
    committed = commit.offset();
    due.forEach(letter -> bytes -= bytes(letter.record()));
    due.clear();
  }

  /** What is still on its way is no longer ours to write. */
  void drop() {
    dropped.set(true);
  }

  private boolean mayNotWrite() {
    return dropped.get() || lease.lapsed();
  }

  private void advance() {
    leave();
    for (PendingRecord first = pending.peek();
        first != null && first.finished();
        first = pending.peek()) {
      PendingRecord done = pending.remove();
      done.failure()
          .ifPresentOrElse(
              reason -> due.add(letters.of(done.record(), reason)),
              () -> bytes -= bytes(done.record()));
    }
  }

  /**
   * Superseded records do not wait for those before them, so that a burst of one counter fills
   * nothing: the newer record stands for them, wherever it is on its way.
   */
  private void leave() {
    pending.removeIf(
        record -> {
          bytes -= record.superseded() ? bytes(record.record()) : 0;
          return record.superseded();
        });
  }

  private static int bytes(ConsumerRecord<byte[], byte[]> record) {
    return length(record.key()) + length(record.value());
  }

  private static int length(byte @Nullable [] part) {
    return part == null ? 0 : part.length;
  }
}
