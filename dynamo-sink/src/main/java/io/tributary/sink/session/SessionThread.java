package io.tributary.sink.session;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
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
 * A thread that runs one session after the other until it is closed: after one that fails the next
 * begins, with waits that grow.
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
   * Not started yet.
   *
   * @param session runs until {@link #closing()} has a deadline, or throws
   * @param last done once, behind all sessions
   */
  public SessionThread(String name, Runnable session, Runnable last, Ambient ambient) {
    this.thread = new Thread(this::runSessions, name);
    this.session = session;
    this.last = last;
    this.ticker = ambient.ticker();
    this.restarts = new Backoff(FIRST_RESTART, LAST_RESTART, ambient.random());
  }

  /** Returns at once. */
  public void start() {
    thread.start();
  }

  /** Told by a session that has got to its work: what failed before is over. */
  public void works() {
    failure = null;
  }

  /** Why the newest session failed, if it did. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Until when sessions are to end; null before the close. */
  public @Nullable Deadline closing() {
    return closing;
  }

  /**
   * Waits until the thread has ended.
   *
   * @param sessions given to the session that runs
   * @param whole when even this thread must have ended
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
        pause(restarts.after(failures));
      }
    }
    last.run();
  }

  /** How long a session must have lasted to have been at work; asking for a schema takes time. */
  private static Duration work(Throwable failure) {
    return failure instanceof SchemaUnavailableException ? LONG_WORK : LAST_RESTART;
  }

  /** What only has to wait is told in a sentence, each time. */
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
