package io.tributary.gateway;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a stopping gateway unready, and waits for load balancers to notice. Last to start, first to
 * close.
 */
final class ShutdownDelay implements Component {

  private final Duration delay;
  private volatile boolean stopping;

  ShutdownDelay(Duration delay) {
    this.delay = delay;
  }

  @Override
  public void start() {
    stopping = false;
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return stopping
        ? List.of(new HealthReason("stopping", "the gateway has been asked to stop"))
        : List.of();
  }

  @Override
  public void close(Deadline deadline) {
    stopping = true;
    Deadline noticed = deadline.atMost(delay);
    while (!noticed.passed() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(noticed.remaining().toNanos());
    }
  }
}
