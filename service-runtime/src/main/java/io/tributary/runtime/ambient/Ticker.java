package io.tributary.runtime.ambient;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Time that only moves forward, whatever happens to the wall clock, and the waits that end by it.
 */
@FunctionalInterface
public interface Ticker {

  /** Nanoseconds since some fixed moment. */
  long nanos();

  /** Returns after that time. */
  default void sleep(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  /** Returns after that time, or at once when the thread is interrupted. */
  default void park(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** The queue's head, waited for at most so long; null when there is none by then. */
  default <T> @Nullable T poll(BlockingQueue<T> queue, Duration wait) throws InterruptedException {
    return queue.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * The future itself, which fails with a {@link java.util.concurrent.TimeoutException} unless it
   * is done within that time.
   */
  default <T> CompletableFuture<T> limit(CompletableFuture<T> future, Duration time) {
    return future.orTimeout(Math.max(1, time.toMillis()), TimeUnit.MILLISECONDS);
  }
}
