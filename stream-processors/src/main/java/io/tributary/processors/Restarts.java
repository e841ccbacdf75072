package io.tributary.processors;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.retry.Backoff;
import java.time.Duration;

/** How long to wait before a thread is replaced: longer each time, until it has gone well. */
final class Restarts {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LAST = Duration.ofSeconds(30);

  /** Longer than a pause and what a thread needs until it fails again. */
  private static final Duration CALM = Duration.ofMinutes(5);

  private final Backoff pauses;
  private final Ticker ticker;
  private int failures;
  private long failedAt;

  Restarts(Ambient ambient) {
    this.pauses = new Backoff(FIRST, LAST, ambient.random());
    this.ticker = ambient.ticker();
  }

  /** The pause after a failure that has just been. */
  synchronized Duration next() {
    long now = ticker.nanos();
    if (now - failedAt > CALM.toNanos()) {
      failures = 0;
    }
    failedAt = now;
    failures++;
    return pauses.after(failures);
  }
}
