package io.tributary.launcher.generation;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What keeps a service from working in the generation that is live. */
final class BlockingReason {

  private final Ticker ticker;
  private @Nullable Known known;

  /** A reason with its tolerance. */
  private record Known(HealthReason reason, Duration tolerance, Deadline tolerated) {}

  BlockingReason(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * There is one.
   *
   * @param tolerance how long it makes nothing unready that works, from when one of that code and
   *     tolerance began
   * @return true if that has not been said last
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
