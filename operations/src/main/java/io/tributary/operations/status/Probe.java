package io.tributary.operations.status;

import io.tributary.operations.FailureText;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A question that is asked again and again on a thread of its own, so that nothing waits for a
 * server that does not answer. One that takes too long goes on; its answer is then the next.
 */
final class Probe<T> implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Probe.class);
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final ExecutorService thread;
  private final Callable<T> question;
  private final AutoCloseable resource;
  private final Duration fresh;
  private final Ticker ticker;
  private @Nullable Future<T> pending;
  private Answered<T> last = Answered.notAsked();
  private long askedAt;

  /**
   * A probe that has not asked yet.
   *
   * @param name of the thread
   * @param resource used by the question, closed with this
   * @param fresh time for which an answer is good
   */
  Probe(String name, Callable<T> question, AutoCloseable resource, Duration fresh, Ticker ticker) {
    this.question = question;
    this.resource = resource;
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

  /** Asks, unless the last answer is fresh. */
  Probe<T> begin() {
    boolean known = last.value().isPresent() && ticker.nanos() - askedAt < fresh.toNanos();
    if (pending == null && !known) {
      pending = thread.submit(question);
    }
    return this;
  }

  /** The newest answer. */
  Answered<T> last() {
    return last;
  }

  /** Asks next time, however fresh the last answer is. */
  void forget() {
    last = Answered.notAsked();
  }

  /** The answer at the deadline, or before. */
  Answered<T> by(Deadline deadline) throws InterruptedException {
    Future<T> asked = pending;
    if (asked == null) {
      return last;
    }
    try {
      last = Answered.of(asked.get(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS));
      askedAt = ticker.nanos();
      pending = null;
    } catch (ExecutionException e) {
      last = Answered.failed(FailureText.of(e.getCause() == null ? e : e.getCause()));
      pending = null;
    } catch (TimeoutException e) {
      last = Answered.failed("no answer within some seconds");
    }
    return last;
  }

  /** Leaves a question alone that still goes on: the process ends without it. */
  @Override
  public void close() {
    thread.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      if (thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
        closeQuietly(resource);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      log.debug("closing failed", e);
    }
  }
}
