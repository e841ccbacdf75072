package io.tributary.operations.generation;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;

/**
 * Pause of processors as its requester counts it: by the ticker, which may stop while a machine
 * sleeps, and by the wall clock, which may be set.
 */
final class Lease {

  private final Ambient ambient;
  private final Deadline deadline;
  private final long untilMillis;

  private Lease(Ambient ambient, Duration time) {
    this.ambient = ambient;
    this.deadline = Deadline.after(time, ambient.ticker());
    this.untilMillis = ambient.nowMillis() + time.toMillis();
  }

  /** A lease from now on; taken before the question. */
  static Lease of(Duration time, Ambient ambient) {
    return new Lease(ambient, time);
  }

  /** True if so much is left by both clocks. */
  boolean hasLeft(Duration time) {
    return deadline.remaining().compareTo(time) >= 0
        && untilMillis - ambient.nowMillis() >= time.toMillis();
  }
}
