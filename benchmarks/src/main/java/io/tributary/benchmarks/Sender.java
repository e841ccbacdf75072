package io.tributary.benchmarks;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends requests: as soon as another one is answered, or at a rate. A latency counts from the time
 * at which a request was due, so that a slow answer is not hidden behind the requests that it holds
 * up. A run fails unless all its requests are accepted.
 */
final class Sender {

  private static final long PATIENCE_SECONDS = 300;
  private static final int DIGITS = 3;

  private final LongFunction<CompletableFuture<Boolean>> target;
  private final int concurrent;
  private long next;

  /**
   * A sender whose requests are numbered from 0, over all its runs.
   *
   * @param target sends the request of a number; the future tells whether it was accepted
   * @param concurrent most requests without an answer
   */
  Sender(LongFunction<CompletableFuture<Boolean>> target, int concurrent) {
    this.target = target;
    this.concurrent = concurrent;
  }

  /**
   * The requests of a run, all of them accepted.
   *
   * @param latency in nanoseconds
   */
  public record Sent(double seconds, Histogram latency) {

    long count() {
      return latency.getTotalCount();
    }

    double perSecond() {
      return count() / seconds;
    }
  }

  /** Sends as soon as a request is answered. */
  Sent run(Duration time) throws Exception {
    return run(Double.POSITIVE_INFINITY, time);
  }

  /** Sends at a rate per second, in the background. */
  CompletableFuture<Sent> start(double rate, Duration time) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(rate, time);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Sends at a rate per second. */
  Sent run(double rate, Duration time) throws Exception {
    return run(rate, time, (number, due) -> {});
  }

  /**
   * Sends at a rate per second.
   *
   * @param listener takes number and due time of accepted requests, by {@link System#nanoTime}
   */
  Sent run(double rate, Duration time, BiConsumer<Long, Long> listener) throws Exception {
    Histogram latency = new ConcurrentHistogram(DIGITS);
    LongAdder failed = new LongAdder();
    Semaphore free = new Semaphore(concurrent);
    long begin = System.nanoTime();
    boolean paced = Double.isFinite(rate);
    for (long i = 0; ; i++) {
      long offset = paced ? (long) (i * 1e9 / rate) : System.nanoTime() - begin;
      if (offset > time.toNanos()) {
        break;
      }
      awaitTime(begin + offset);
      acquire(free, 1);
      long due = paced ? begin + offset : System.nanoTime();
      long number = next++;
      Future<?> unused =
          target
              .apply(number)
              .whenComplete(
                  (accepted, failure) -> {
                    if (failure == null && accepted) {
                      latency.recordValue(System.nanoTime() - due);
                      listener.accept(number, due);
                    } else {
                      failed.increment();
                    }
                    free.release();
                  });
    }
    acquire(free, concurrent);
    if (failed.sum() > 0) {
      throw new IllegalStateException(failed + " requests were not accepted");
    }
    return new Sent((System.nanoTime() - begin) / 1e9, latency);
  }

  private static void awaitTime(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void acquire(Semaphore free, int permits) throws Exception {
    if (!free.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("requests are not answered");
    }
  }
}
