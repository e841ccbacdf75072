package io.tributary.sink.relay;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.stream.StreamException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Schedule of requests, and the failures in a row. */
final class RetrySchedule {

  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final Ticker ticker;
  private final Backoff waits;
  private long next;
  private int failures;
  private long failingSince;
  private @Nullable StreamException newest;

  RetrySchedule(RuntimeContext runtime) {
    this.ticker = runtime.ticker();
    this.waits = new Backoff(FIRST_WAIT, LONGEST_WAIT, runtime.random());
    this.next = ticker.nanos();
  }

  /** Nanoseconds until the next request; 0 or less when it is due. */
  long remainingNanos() {
    return next - ticker.nanos();
  }

  void worked(Duration untilNext) {
    failures = 0;
    newest = null;
    next = ticker.nanos() + untilNext.toNanos();
  }

  void failed(StreamException e) {
    failures++;
    failingSince = failures == 1 ? ticker.nanos() : failingSince;
    newest = e;
    next = ticker.nanos() + waits.delay(failures).toNanos();
  }

  /** Makes the next request due. */
  void makeDue() {
    next = ticker.nanos();
  }

  /** The lasting failure; empty when the last attempt succeeded. */
  Optional<Trouble> trouble() {
    return Optional.ofNullable(newest).map(failure -> new Trouble(failingSince, failure));
  }

  /**
   * Failures without a success among them.
   *
   * @param since nanoseconds of the ticker
   */
  record Trouble(long since, StreamException newest) {}
}
