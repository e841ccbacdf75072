package io.tributary.cli.generation;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What keeps a service from working in the generation that is live. */
final class Hindrance {

  private final Ticker ticker;
  private @Nullable HealthReason reason;
  private Deadline tolerated;

  Hindrance(Ticker ticker) {
    this.ticker = ticker;
    this.tolerated = Deadline.after(Duration.ZERO, ticker);
  }

  /**
   * There is one.
   *
   * @param tolerance how long it makes nothing unready, from when one of that code began
   * @return true if that has not been said last
   */
  synchronized boolean is(String code, String message, Duration tolerance) {
    HealthReason before = reason;
    HealthReason now = new HealthReason(code, message);
    if (before == null || !before.code().equals(code)) {
      tolerated = Deadline.after(tolerance, ticker);
    }
    reason = now;
    return !now.equals(before);
  }

  /** There is none any more. */
  synchronized void over() {
    reason = null;
  }

  /** It, once it has lasted too long. */
  synchronized List<HealthReason> check() {
    HealthReason now = reason;
    return now == null || !tolerated.passed() ? List.of() : List.of(now);
  }
}
