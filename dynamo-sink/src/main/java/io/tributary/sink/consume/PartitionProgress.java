package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.commit.DueDeadLetter;
import io.tributary.sink.commit.PartitionCommit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Progress of an assigned partition. Commits the longest run of finished records; offsets may have
 * gaps, as transaction markers and compaction leave them.
 */
final class PartitionProgress {

  private static final long NOTHING = -1;

  private final TopicPartition partition;
  private final BiFunction<ConsumerRecord<byte[], byte[]>, Failure, DueDeadLetter> deadLetters;
  private final AtomicBoolean dropped = new AtomicBoolean();

  /** In the order of their offsets. */
  private final Deque<PendingRecord> pending = new ArrayDeque<>();

  /** Records in flight from before the offsets began anew. */
  private final Set<PendingRecord> before = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Dead letters of finished records, not yet committed. */
  private final List<DueDeadLetter> due = new ArrayList<>();

  private final Ticker ticker;
  private final SessionLease lease;
  private long committed = NOTHING;
  private long bytes;

  /**
   * @param lease without it nothing is written
   */
  PartitionProgress(
      TopicPartition partition,
      BiFunction<ConsumerRecord<byte[], byte[]>, Failure, DueDeadLetter> deadLetters,
      Ticker ticker,
      SessionLease lease) {
    this.partition = partition;
    this.deadLetters = deadLetters;
    this.ticker = ticker;
    this.lease = lease;
  }

  PendingRecord take(ConsumerRecord<byte[], byte[]> record) {
    PendingRecord taken = new PendingRecord(record, this::mayNotWrite, ticker.nanos());
    bytes += bytes(record);
    pending.add(taken);
    return taken;
  }

  /** Number of records in flight, dead letters that are due included. */
  int held() {
    return pending.size() + due.size();
  }

  /** Bytes of keys and values in flight. */
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
   * The commit that is due.
   *
   * @param position offset up to which everything has been read; empty if unknown
   */
  Optional<PartitionCommit> commit(OptionalLong position) {
    advance();
    PendingRecord first = pending.peek();
    if (first != null && before.contains(first)) {
      return Optional.empty();
    }
    before.clear();
    OptionalLong next = first == null ? position : OptionalLong.of(first.offset());
    return next.isPresent() && next.getAsLong() > committed
        ? Optional.of(new PartitionCommit(partition, next.getAsLong(), due))
        : Optional.empty();
  }

  /** Clears the commit's dead letters: nothing became due since, on the same thread. */
  void committed(PartitionCommit commit) {
    committed = commit.offset();
    due.forEach(deadLetter -> bytes -= bytes(deadLetter.record()));
    due.clear();
  }

  /** The offsets begin anew: nothing is committed until the records of before are finished. */
  void restart() {
    committed = NOTHING;
    before.addAll(pending);
  }

  /** Writes that are under way are not ours any more. */
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
              reason -> due.add(deadLetters.apply(done.record(), reason)),
              () -> bytes -= bytes(done.record()));
    }
  }

  /**
   * Removes superseded records at once, so that a burst of one counter fills nothing: the newer
   * record stands for them.
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
