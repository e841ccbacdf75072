package io.tributary.gateway.kafka;

import java.util.concurrent.TimeUnit;

/**
 * Reports publishes that keep failing. A failure is forgotten after a while, so that an idle
 * instance is tried again. Safe for all threads.
 */
final class PublishHealth {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MEMORY_NANOS = TimeUnit.SECONDS.toNanos(15);

  private boolean failing;
  private long since;
  private long last;

  synchronized void acknowledged() {
    failing = false;
  }

  synchronized void failed(long now) {
    if (!failing || now - last > MEMORY_NANOS) {
      failing = true;
      since = now;
    }
    last = now;
  }

  /** True if publishes have failed for more than 5 s, lately too, and none succeeded. */
  synchronized boolean isFailing(long now) {
    return failing && last - since > PATIENCE_NANOS && now - last <= MEMORY_NANOS;
  }
}
