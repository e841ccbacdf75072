package io.tributary.sink.session;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Thread that runs sessions until it is closed; a session after a failed one begins after a growing
 * wait.
 */
public final class SessionThread {

  private static final Logger log = LoggerFactory.getLogger(SessionThread.class);

  private static final Duration FIRST_RESTART = Duration.ofMillis(200);
  private static final Duration LAST_RESTART = Duration.ofSeconds(5);
  private static final Duration LONG_WORK = Duration.ofMinutes(1);

  private final Thread thread;
  private final Runnable session;
  private final Runnable last;
  private final Ticker ticker;
  private final Backoff restarts;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Deadline closing;
  private volatile @Nullable Throwable failure;

  /**
   * A thread of sessions, each of which runs until {@link #closing()} has a deadline, or throws;
   * {@code last} runs once after them.
   */
  public SessionThread(String name, Runnable session, Runnable last, RuntimeContext runtime) {
    this.thread = new Thread(this::runSessions, name);
    this.session = session;
    this.last = last;
    this.ticker = runtime.ticker();
    this.restarts = new Backoff(FIRST_RESTART, LAST_RESTART, runtime.random());
  }

  public void start() {
    thread.start();
  }

  /** Ends the failure of earlier sessions; called by a session that works. */
  public void works() {
    failure = null;
  }

  /** Failure of the newest session. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Deadline of sessions; null before the close. */
  public @Nullable Deadline closing() {
    return closing;
  }

  /**
   * Waits for the end of the thread.
   *
   * @param sessions deadline of the current session
   * @param whole deadline of the thread
   */
  public void close(Deadline sessions, Deadline whole) throws InterruptedException {
    closing = sessions;
    closed.countDown();
    thread.join(Math.max(1, whole.remaining().toMillis()));
    if (thread.isAlive()) {
      throw new IllegalStateException(thread.getName() + " did not stop in time");
    }
  }

  private void runSessions() {
    for (int failures = 1; closing == null; failures++) {
      long begun = ticker.nanos();
      try {
        session.run();
      } catch (Throwable e) {
        // also an Error: a thread that ends would stop all its work
        failure = e;
        failures = ticker.nanos() - begun > work(e).toNanos() ? 1 : failures;
        logFailed(e);
        pause(restarts.delay(failures));
      }
    }
    last.run();
  }

  /** Shortest session that counts as work; asking for a schema takes time. */
  private static Duration work(Throwable failure) {
    return failure instanceof SchemaUnavailableException ? LONG_WORK : LAST_RESTART;
  }

  /** Waiting for a schema is logged in a sentence. */
  private void logFailed(Throwable failure) {
    if (failure instanceof SchemaUnavailableException) {
      log.warn(
          "{} starts afresh, and reads its records again: {}",
          thread.getName(),
          failure.getMessage());
    } else {
      log.error("{} failed and starts afresh", thread.getName(), failure);
    }
  }

  private void pause(Duration wait) {
    try {
      if (closed.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        log.info("closing instead");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
