package io.tributary.sink.dynamo;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.PendingWrite;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/**
 * Limits a store to a number of write units a second, evenly, as DynamoDB reports them. Stores
 * under way count with the average so far, so that a store begins when the earlier ones have had
 * their time.
 */
public final class PacedItemStore implements ItemStore {

  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  /** Waits end late by some of this; the lost time is made up for. */
  private static final long SLACK_NANOS = Duration.ofMillis(20).toNanos();

  private final ItemStore store;
  private final DoubleSupplier taken;
  private final double perSecond;
  private final Ticker ticker;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong ended = new AtomicLong();
  private final double atFirst;
  private long begun;
  private double before;

  public PacedItemStore(ItemStore store, DoubleSupplier taken, double perSecond, Ticker ticker) {
    this.store = store;
    this.taken = taken;
    this.perSecond = perSecond;
    this.ticker = ticker;
    this.begun = ticker.nanos();
    this.atFirst = taken.getAsDouble();
    this.before = atFirst;
  }

  /**
   * The store, paced if there is a limit.
   *
   * @param meters count this store's units alone
   * @param perSecond write units
   */
  public static ItemStore of(
      ItemStore store, Meters meters, OptionalDouble perSecond, Ticker ticker) {
    return perSecond.isPresent()
        ? new PacedItemStore(store, new TakenUnits(meters), perSecond.getAsDouble(), ticker)
        : store;
  }

  @Override
  public void store(List<PendingWrite> writes) throws InterruptedException {
    await();
    try {
      store.store(writes);
    } finally {
      ended.incrementAndGet();
      underWay.decrementAndGet();
    }
  }

  /** Lets writers wait in the order of their arrival. */
  private synchronized void await() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanosAhead());
    underWay.incrementAndGet();
  }

  /** Nanoseconds until the next write may begin. */
  long nanosAhead() {
    long now = ticker.nanos();
    double sofar = taken.getAsDouble();
    double counted = sofar + underWay.get() * (sofar - atFirst) / Math.max(1, ended.get());
    double ahead = counted - before - perSecond * (now - begun) / NANOS;
    if (ahead > 0) {
      return Math.round(ahead / perSecond * NANOS);
    }
    if (-ahead * NANOS > perSecond * SLACK_NANOS) {
      // longer time in which nothing was taken is no credit
      begun = now - SLACK_NANOS;
      before = counted;
    }
    return 0;
  }
}
