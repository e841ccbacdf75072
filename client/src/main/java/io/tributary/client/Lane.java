package io.tributary.client;

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
 * The records of one partition, one after the other. A lane has at most one record in hand, on
 * whichever thread is free; a retry takes none while it waits.
 */
final class Lane implements Runnable {

  /** Records that one takes before others get their turn. */
  private static final int TURN = 100;

  private final TopicPartition partition;
  private final Treatment treatment;
  private final Hands hands;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rested = lock.newCondition();
  private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
  private Load load = Load.NONE;
  private @Nullable Attempts current;
  private @Nullable Thread worker;
  private @Nullable OffsetAndMetadata reached;
  private @Nullable OffsetAndMetadata finished;
  private @Nullable String hindrance;
  private boolean busy;
  private boolean ended;

  /** Who does a lane's work. */
  interface Hands {

    /** Runs it soon. */
    void work(Lane lane);

    /** Runs it later. */
    void workLater(Lane lane, Duration delay);

    /** The whole consumer must stop. */
    void stop(ConsumerFailedException failure);
  }

  Lane(TopicPartition partition, Treatment treatment, Hands hands) {
    this.partition = partition;
    this.treatment = treatment;
    this.hands = hands;
  }

  /**
   * Takes records that come after those it has.
   *
   * @param next the place behind them, and behind markers that follow
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
        load = load.plus(Load.of(record));
      }
      reached = next;
      if (!busy && !ended && !waiting.isEmpty()) {
        busy = true;
        hands.work(this);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    for (int taken = 0; taken < TURN; taken++) {
      Attempts attempts = begin();
      if (attempts == null || !conclude(attempts, verdict(attempts))) {
        return;
      }
    }
    lock.lock();
    try {
      busy = !ended;
      if (busy) {
        hands.work(this);
      }
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Attempts begin() {
    lock.lock();
    try {
      if (current == null && !waiting.isEmpty()) {
        ConsumerRecord<byte[], byte[]> next = waiting.remove();
        load = load.minus(Load.of(next));
        current = new Attempts(next);
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

  private Verdict verdict(Attempts attempts) {
    try {
      return treatment.attempt(attempts);
    } catch (Throwable e) {
      return new Verdict.Fatal(new Rejection.Refused(e).reason(), e);
    }
  }

  /** Whether to go on with the next. */
  private boolean conclude(Attempts attempts, Verdict verdict) {
    lock.lock();
    try {
      worker = null;
      rested.signalAll();
      // only those who end lanes interrupt, and the thread has other lanes
      boolean unused = Thread.interrupted();
      if (verdict instanceof Verdict.Finished) {
        ConsumerRecord<byte[], byte[]> record = attempts.record();
        finished = new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
        current = null;
        hindrance = null;
        return true;
      }
      if (ended) {
        busy = false;
      } else {
        hinder(attempts, verdict);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void hinder(Attempts attempts, Verdict verdict) {
    String place = Route.origin(attempts.record()).toString();
    if (verdict instanceof Verdict.Again again) {
      hindrance = place + " is tried again: " + again.why();
      hands.workLater(this, again.delay());
    } else if (verdict instanceof Verdict.Fatal fatal) {
      ended = true;
      busy = false;
      hands.stop(new ConsumerFailedException(place + ": " + fatal.why(), fatal.cause()));
    }
  }

  /** Begins nothing any more; what is in hand may still finish, but cannot fail. */
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

  /** Waits for what is in hand; how much of the time is left, nothing if it was not enough. */
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

  /** Tells whoever has a record in hand to leave it; whether anybody had. */
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

  /** The place behind everything that is finished, from where a consumer would go on. */
  Optional<OffsetAndMetadata> finished() {
    lock.lock();
    try {
      boolean all = current == null && waiting.isEmpty();
      return Optional.ofNullable(all && reached != null ? reached : finished);
    } finally {
      lock.unlock();
    }
  }

  /** What waits. */
  Load waiting() {
    lock.lock();
    try {
      return load;
    } finally {
      lock.unlock();
    }
  }

  /** Why it does not go on, if it does not. */
  Optional<String> hindrance() {
    lock.lock();
    try {
      return Optional.ofNullable(hindrance);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return partition.toString();
  }
}
