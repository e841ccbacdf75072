package io.tributary.operations.deadletters;

import io.tributary.runtime.ambient.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Holds work back to a rate. For one thread. */
final class Pace {

  private static final long STEP = Duration.ofMillis(50).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final int perSecond;
  private final Ticker ticker;
  private final BooleanSupplier stop;
  private long next;

  /**
   * A pace that begins now.
   *
   * @param perSecond 0 for no bound
   * @param stop ends every wait
   */
  Pace(int perSecond, Ticker ticker, BooleanSupplier stop) {
    this.perSecond = perSecond;
    this.ticker = ticker;
    this.stop = stop;
    this.next = ticker.nanos();
  }

  /** Waits until so much more may be done. */
  void await(int count) {
    if (perSecond == 0) {
      return;
    }
    while (next - ticker.nanos() > 0 && !stop.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(STEP, next - ticker.nanos()));
    }
    next = Math.max(next, ticker.nanos()) + SECOND * count / perSecond;
  }
}
