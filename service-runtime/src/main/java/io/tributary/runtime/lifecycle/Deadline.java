package io.tributary.runtime.lifecycle;

import io.tributary.runtime.ambient.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A moment after which nobody waits any longer. */
public final class Deadline {

  private final Ticker ticker;
  private final long end;

  private Deadline(Ticker ticker, long end) {
    this.ticker = ticker;
    this.end = end;
  }

  /** The moment that lies so far ahead. */
  public static Deadline after(Duration time, Ticker ticker) {
    return new Deadline(ticker, ticker.nanos() + time.toNanos());
  }

  /** How long there is still, never negative. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, end - ticker.nanos()));
  }

  /** True once the moment has come. */
  public boolean passed() {
    return end - ticker.nanos() <= 0;
  }

  /** The same future, which fails with a TimeoutException unless it is done by this moment. */
  public <T> CompletableFuture<T> limit(CompletableFuture<T> future) {
    return future.orTimeout(Math.max(1, remaining().toMillis()), TimeUnit.MILLISECONDS);
  }

  /** This moment, or the one that lies so far ahead, whichever comes first. */
  public Deadline orAfter(Duration time) {
    return new Deadline(ticker, Math.min(end, ticker.nanos() + time.toNanos()));
  }
}
