package io.tributary.launcher.up;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several parts that do not need each other, started and closed at the same time. */
final class InParallel implements Component {

  private static final Logger log = LoggerFactory.getLogger(InParallel.class);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final List<Component> parts;

  InParallel(List<? extends Component> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public void start() throws Exception {
    each(Component::start);
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return parts.stream().flatMap(part -> part.unreadyReasons().stream()).toList();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    each(part -> part.close(deadline));
  }

  private void each(Step step) throws Exception {
    ExecutorService executor =
        Executors.newCachedThreadPool(task -> new Thread(task, "in-parallel"));
    try {
      List<Future<Void>> futures =
          parts.stream()
              .map(
                  part ->
                      executor.submit(
                          () -> {
                            step.apply(part);
                            return (Void) null;
                          }))
              .toList();
      Optional<Exception> failure = Optional.empty();
      for (Future<Void> future : futures) {
        Optional<Exception> own = failureOf(future);
        failure = failure.isPresent() ? failure : own;
      }
      if (failure.isPresent()) {
        throw failure.get();
      }
    } finally {
      executor.shutdownNow();
      // An interrupt leaves here early; nobody may close what is still starting.
      awaitEnd(executor);
    }
  }

  private static void awaitEnd(ExecutorService executor) {
    boolean interrupted = Thread.interrupted();
    try {
      if (!executor.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
        log.debug("a part does not heed the interrupt");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<Exception> failureOf(Future<Void> future) throws InterruptedException {
    try {
      future.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(e.getCause() instanceof Exception cause ? cause : e);
    }
  }

  private interface Step {
    void apply(Component part) throws Exception;
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
