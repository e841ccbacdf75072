package io.tributary.sink.consume;

import io.tributary.runtime.ambient.Ticker;
import java.time.Duration;

/**
 * A session's right to write, which its thread renews all the time. After a process has slept
 * longer than the group waits for its members, what it has in hand may be another instance's, which
 * may have gone far beyond it; so nothing of it is sent any more, and the session breaks. Sleep
 * that falls between this check and the sending, or is shorter, is what revisions and repeated
 * removals are for.
 */
final class SessionLease {

  private final Ticker ticker;
  private final long nanos;
  private volatile long renewed;

  /**
   * A lease that has just been renewed.
   *
   * @param session how long the group waits for a member
   */
  SessionLease(Ticker ticker, Duration session) {
    this.ticker = ticker;
    this.nanos = session.toNanos();
    this.renewed = ticker.nanos();
  }

  /** Fails once it has lapsed: it stays so. For the session's thread. */
  void renew() {
    long now = ticker.nanos();
    if (lapsedAt(now)) {
      throw new IllegalStateException("the sink slept longer than its group waits for it");
    }
    renewed = now;
  }

  /** True when nothing may be written any more; any thread may ask. */
  boolean lapsed() {
    return lapsedAt(ticker.nanos());
  }

  private boolean lapsedAt(long now) {
    return now - renewed > nanos;
  }
}
