package io.tributary.launcher.generation;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reason that keeps a service out of the live generation. */
final class BlockingReason {

  private final Ticker ticker;
  private @Nullable Known known;

  /** A reason with its tolerance. */
  private record Known(HealthReason reason, Duration tolerance, Deadline tolerated) {}

  BlockingReason(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * Sets the reason.
   *
   * @param tolerance time for which a running part stays ready, from the first reason with this
   *     code and tolerance
   * @return true for a new reason
   */
  synchronized boolean is(HealthReason now, Duration tolerance) {
    Known before = known;
    boolean goesOn =
        before != null
            && before.reason().code().equals(now.code())
            && before.tolerance().equals(tolerance);
    known =
        new Known(
            now,
            tolerance,
            before != null && goesOn ? before.tolerated() : Deadline.after(tolerance, ticker));
    return before == null || !now.equals(before.reason());
  }

  synchronized void over() {
    known = null;
  }

  /** The reason, tolerated or not. */
  synchronized Optional<HealthReason> reason() {
    return Optional.ofNullable(known).map(Known::reason);
  }

  /** The reason after its tolerance. */
  synchronized List<HealthReason> unreadyReasons() {
    Known now = known;
    return now == null || !now.tolerated().passed() ? List.of() : List.of(now.reason());
  }
}
