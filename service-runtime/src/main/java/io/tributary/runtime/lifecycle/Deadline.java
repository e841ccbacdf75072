package io.tributary.runtime.lifecycle;

import io.tributary.runtime.context.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A moment at which waiting ends. */
public final class Deadline {

  private final Ticker ticker;
  private final long end;

  private Deadline(Ticker ticker, long end) {
    this.ticker = ticker;
    this.end = end;
  }

  public static Deadline after(Duration time, Ticker ticker) {
    return new Deadline(ticker, ticker.nanos() + time.toNanos());
  }

  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, end - ticker.nanos()));
  }

  public boolean passed() {
    return end - ticker.nanos() <= 0;
  }

  /** The same future; fails with a TimeoutException at this moment. */
  public <T> CompletableFuture<T> limit(CompletableFuture<T> future) {
    return future.orTimeout(Math.max(1, remaining().toMillis()), TimeUnit.MILLISECONDS);
  }

  /** The earlier of this moment and one that far ahead. */
  public Deadline atMost(Duration time) {
    return new Deadline(ticker, Math.min(end, ticker.nanos() + time.toNanos()));
  }
}
