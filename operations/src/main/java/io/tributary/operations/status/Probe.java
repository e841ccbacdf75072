package io.tributary.operations.status;

import io.tributary.operations.FailureText;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one thing on a thread of its own, so that nobody has to wait for what does not answer. A
 * look that takes too long goes on; the next one is then its result.
 */
final class Probe<T> implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final ExecutorService thread;
  private final Source<T> source;
  private final Duration fresh;
  private final Ticker ticker;
  private @Nullable Future<T> pending;
  private Answered<T> last = Answered.notAsked();
  private long lookedAt;

  /** What is looked at; all of it by one thread. */
  @FunctionalInterface
  interface Source<T> extends AutoCloseable {

    /** What there is now, however long that takes. */
    T look() throws Exception;

    @Override
    default void close() {}
  }

  /**
   * One that has not looked yet.
   *
   * @param name of the thread
   * @param fresh how long what was seen need not be looked at again
   */
  Probe(String name, Source<T> source, Duration fresh, Ticker ticker) {
    this.source = source;
    this.fresh = fresh;
    this.ticker = ticker;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, "status-" + name);
              made.setDaemon(true);
              return made;
            });
  }

  /** Begins to look, if that is needed. */
  Probe<T> begin() {
    boolean known = last.value().isPresent() && ticker.nanos() - lookedAt < fresh.toNanos();
    if (pending == null && !known) {
      pending = thread.submit(source::look);
    }
    return this;
  }

  /** What is seen by then. */
  Answered<T> by(Deadline deadline) throws InterruptedException {
    Future<T> looking = pending;
    if (looking == null) {
      return last;
    }
    try {
      last = Answered.of(looking.get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS));
      lookedAt = ticker.nanos();
      pending = null;
    } catch (ExecutionException e) {
      last = Answered.failed(FailureText.of(e.getCause() == null ? e : e.getCause()));
      pending = null;
    } catch (TimeoutException e) {
      last = Answered.failed("no answer within some seconds");
    }
    return last;
  }

  /** Leaves alone what still goes on: the process ends without it. */
  @Override
  public void close() {
    thread.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      if (thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
        source.close();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
