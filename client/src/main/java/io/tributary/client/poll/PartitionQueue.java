package io.tributary.client.poll;

import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.Rejection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The records of one partition, in order. At most one is with a worker; a retry occupies none while
 * it waits.
 */
final class PartitionQueue implements Runnable {

  /** Records before other queues go on. */
  private static final int MOST_IN_A_ROW = 100;

  private final TopicPartition partition;
  private final RecordProcessing processing;
  private final Workers workers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rested = lock.newCondition();
  private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
  private long bytes;
  private @Nullable RecordAttempts current;
  private @Nullable Thread worker;
  private @Nullable OffsetAndMetadata reached;
  private @Nullable OffsetAndMetadata finished;
  private @Nullable String blockedReason;
  private boolean busy;
  private boolean ended;

  interface Workers {

    void work(PartitionQueue queue);

    void workLater(PartitionQueue queue, Duration delay);

    /** Stops the whole consumer. */
    void stop(ConsumerFailedException failure);
  }

  PartitionQueue(TopicPartition partition, RecordProcessing processing, Workers workers) {
    this.partition = partition;
    this.processing = processing;
    this.workers = workers;
  }

  /**
   * Adds later records.
   *
   * @param next the position behind them, and behind markers that follow
   */
  void offer(Collection<ConsumerRecord<byte[], byte[]>> records, OffsetAndMetadata next) {
    lock.lock();
    try {
      if (current == null && waiting.isEmpty()) {
        // it may be committed already, and records may lie far behind it
        finished = reached;
      }
      for (ConsumerRecord<byte[], byte[]> record : records) {
        waiting.add(record);
        bytes += size(record);
      }
      reached = next;
      if (!busy && !ended && !waiting.isEmpty()) {
        busy = true;
        workers.work(this);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    for (int taken = 0; taken < MOST_IN_A_ROW; taken++) {
      RecordAttempts attempts = begin();
      if (attempts == null || !conclude(attempts, verdict(attempts))) {
        return;
      }
    }
    lock.lock();
    try {
      busy = !ended;
      if (busy) {
        workers.work(this);
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable RecordAttempts begin() {
    lock.lock();
    try {
      if (current == null && !waiting.isEmpty()) {
        ConsumerRecord<byte[], byte[]> next = waiting.remove();
        bytes -= size(next);
        current = new RecordAttempts(next);
      }
      if (ended || current == null) {
        busy = false;
        return null;
      }
      worker = Thread.currentThread();
      return current;
    } finally {
      lock.unlock();
    }
  }

  private AttemptResult verdict(RecordAttempts attempts) {
    try {
      return processing.attempt(attempts);
    } catch (Throwable e) {
      return new AttemptResult.Fatal(new Rejection.Refused(e).reason(), e);
    }
  }

  /** True when the next record may begin. */
  private boolean conclude(RecordAttempts attempts, AttemptResult verdict) {
    lock.lock();
    try {
      worker = null;
      rested.signalAll();
      // only those who end queues interrupt, and the thread has other queues
      boolean unused = Thread.interrupted();
      if (verdict instanceof AttemptResult.Finished) {
        ConsumerRecord<byte[], byte[]> record = attempts.record();
        finished = new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
        current = null;
        blockedReason = null;
        return true;
      }
      if (ended) {
        busy = false;
      } else {
        block(attempts, verdict);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void block(RecordAttempts attempts, AttemptResult verdict) {
    String place = TopicRoute.origin(attempts.record()).toString();
    if (verdict instanceof AttemptResult.Again again) {
      blockedReason = place + " is tried again: " + again.why();
      workers.workLater(this, again.delay());
    } else if (verdict instanceof AttemptResult.Fatal fatal) {
      ended = true;
      busy = false;
      workers.stop(new ConsumerFailedException(place + ": " + fatal.why(), fatal.cause()));
    }
  }

  /** Begins no record any more; the current one may finish, but cannot fail. */
  void end() {
    lock.lock();
    try {
      ended = true;
      if (current != null) {
        current.leave();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the current record; returns the remaining nanoseconds, 0 if they were not enough. */
  long awaitRest(long nanos) throws InterruptedException {
    long left = nanos;
    lock.lock();
    try {
      while (worker != null && left > 0) {
        left = rested.awaitNanos(left);
      }
      return Math.max(left, 0);
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts the handler of the current record; false without one. */
  boolean interrupt() {
    lock.lock();
    try {
      if (worker == null) {
        return false;
      }
      worker.interrupt();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The position behind all finished records, from where a consumer would go on. */
  Optional<OffsetAndMetadata> finished() {
    lock.lock();
    try {
      boolean all = current == null && waiting.isEmpty();
      return Optional.ofNullable(all && reached != null ? reached : finished);
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of the waiting records. */
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** True while more than this waits. */
  boolean exceeds(int records, long mostBytes) {
    lock.lock();
    try {
      return waiting.size() > records || bytes > mostBytes;
    } finally {
      lock.unlock();
    }
  }

  private static long size(ConsumerRecord<byte[], byte[]> record) {
    // the size of a null is negative
    return Math.max(0L, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
  }

  /** Reason for a standstill. */
  Optional<String> blockedReason() {
    lock.lock();
    try {
      return Optional.ofNullable(blockedReason);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return partition.toString();
  }
}
