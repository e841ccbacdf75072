package io.tributary.gateway;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The last part to start and the first to close: makes the gateway unready and gives balancers time
 * to notice before the server takes no more requests.
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

  @Override
  public String toString() {
    return "stop sign";
  }
}
