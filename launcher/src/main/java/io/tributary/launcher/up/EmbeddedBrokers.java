package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded Kafka. The end of a lone broker ends the pipeline; one of three brokers is missed,
 * and started again after a while.
 */
final class EmbeddedBrokers implements Component {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedBrokers.class);
  private static final Duration ABSENCE = Duration.ofSeconds(10);

  private final List<ServerPlan> plans;
  private final Runnable onDeath;
  private final List<EmbeddedServer> brokers = new ArrayList<>();
  private final ScheduledExecutorService restarts;
  private volatile @Nullable String known;
  private boolean closing;

  /**
   * Brokers.
   *
   * @param onDeath called when a lone broker ends by itself
   */
  EmbeddedBrokers(List<ServerPlan> plans, Runnable onDeath) {
    this.plans = List.copyOf(plans);
    this.onDeath = onDeath;
    restarts =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "broker-restart");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts all; {@link #endpoints} waits for them. */
  @Override
  public synchronized void start() throws IOException {
    for (int number = 0; number < plans.size(); number++) {
      brokers.add(server(number));
      brokers.get(number).start();
    }
  }

  /** Addresses, joined by commas, which stay; the first time it waits for all brokers. */
  String endpoints() throws InterruptedException {
    String endpoints = known;
    if (endpoints == null) {
      List<String> each = new ArrayList<>();
      for (EmbeddedServer broker : current()) {
        each.add(broker.endpoint());
      }
      endpoints = String.join(",", each);
      known = endpoints;
    }
    return endpoints;
  }

  /** Failure of a lone broker that ended by itself. */
  Optional<OperationException> death() {
    return isAlone()
        ? current().stream().flatMap(broker -> broker.death().stream()).findFirst()
        : Optional.empty();
  }

  private boolean isAlone() {
    return plans.size() == 1;
  }

  private synchronized List<EmbeddedServer> current() {
    return List.copyOf(brokers);
  }

  private EmbeddedServer server(int number) {
    return new EmbeddedServer(plans.get(number), failure -> ended(number, failure));
  }

  private void ended(int number, OperationException failure) {
    if (isAlone()) {
      if (current().stream().allMatch(EmbeddedServer::wasReady)) {
        onDeath.run();
      }
      return;
    }
    log.warn("{}; starts again in {} s", failure.getMessage(), ABSENCE.toSeconds());
    try {
      ScheduledFuture<?> unused =
          restarts.schedule(() -> restart(number), ABSENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("not started again, because all stop", e);
    }
  }

  private synchronized void restart(int number) {
    if (closing) {
      return;
    }
    EmbeddedServer successor = server(number);
    try {
      successor.start();
      brokers.set(number, successor);
    } catch (IOException e) {
      ended(number, OperationException.failed("the embedded %s: %s".formatted(successor, e)));
    }
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    synchronized (this) {
      closing = true;
    }
    restarts.shutdownNow();
    new InParallel(current()).close(deadline);
  }

  @Override
  public String toString() {
    return isAlone() ? "Kafka" : plans.size() + " brokers";
  }
}
