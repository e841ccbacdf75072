package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import java.time.Duration;

/**
 * A session's right to write, renewed all the time by its thread. After a sleep beyond the group's
 * session time-out its records may be another instance's, which may be far ahead; so the session
 * writes nothing more and breaks. Revisions and repeated removals cover a shorter sleep, and one
 * between this check and the request.
 */
final class SessionLease {

  private final Ticker ticker;
  private final long nanos;
  private volatile long renewed;

  /**
   * @param session session time-out of the group
   */
  SessionLease(Ticker ticker, Duration session) {
    this.ticker = ticker;
    this.nanos = session.toNanos();
    this.renewed = ticker.nanos();
  }

  /** Fails for good once the lease has lapsed. For the session's thread. */
  void renew() {
    long now = ticker.nanos();
    if (lapsedAt(now)) {
      throw new IllegalStateException("the sink slept longer than its group waits for it");
    }
    renewed = now;
  }

  /** True when the session must write no more; thread-safe. */
  boolean lapsed() {
    return lapsedAt(ticker.nanos());
  }

  private boolean lapsedAt(long now) {
    return now - renewed > nanos;
  }
}
