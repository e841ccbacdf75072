package io.tributary.sink.write;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Stores no faster than a number of write units a second, by what DynamoDB says that it took. What
 * is under way when the number is reached comes on top, and is waited for afterwards.
 */
public final class PacedItemStore implements ItemStore {

  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private final ItemStore store;
  private final DoubleSupplier taken;
  private final double perSecond;
  private final Ticker ticker;
  private long begun;
  private double before;

  /**
   * Paces a store, from now on.
   *
   * @param taken write units taken so far, all in all
   */
  public PacedItemStore(ItemStore store, DoubleSupplier taken, double perSecond, Ticker ticker) {
    this.store = store;
    this.taken = taken;
    this.perSecond = perSecond;
    this.ticker = ticker;
    this.begun = ticker.nanos();
    this.before = taken.getAsDouble();
  }

  /**
   * The store, paced if there is a limit.
   *
   * @param meters counts what is taken, and nothing else takes
   * @param perSecond write units
   */
  public static ItemStore of(
      ItemStore store, Meters meters, OptionalDouble perSecond, Ticker ticker) {
    return perSecond.isPresent()
        ? new PacedItemStore(
            store,
            () -> meters.counter(SinkMeter.WRITE_UNITS).count(),
            perSecond.getAsDouble(),
            ticker)
        : store;
  }

  @Override
  public void store(List<PendingWrite> writes) throws InterruptedException {
    await();
    store.store(writes);
  }

  /** All writers wait for each other here: one that may not go on stops those behind it. */
  private synchronized void await() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanosAhead());
  }

  /** How long it must write nothing to be no faster than it may. */
  long nanosAhead() {
    long now = ticker.nanos();
    double ahead = taken.getAsDouble() - before - perSecond * (now - begun) / NANOS;
    if (ahead > 0) {
      return Math.round(ahead / perSecond * NANOS);
    }
    // time in which nothing was taken is no credit
    begun = now;
    before = taken.getAsDouble();
    return 0;
  }
}
