package io.tributary.launcher.up;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts that start at the same time. All of them are closed even if one fails.
 *
 * @param ordered true to close them one after the other, false at the same time
 */
record InParallel(List<? extends Component> parts, boolean ordered) implements Component {

  private static final Logger log = LoggerFactory.getLogger(InParallel.class);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  InParallel(List<? extends Component> parts) {
    this(parts, false);
  }

  @Override
  public void start() throws Exception {
    each(
        parts.size(),
        part ->
            () -> {
              part.start();
              return true;
            });
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return parts.stream().flatMap(part -> part.unreadyReasons().stream()).toList();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    each(
        ordered ? 1 : parts.size(),
        part ->
            () -> {
              part.close(deadline);
              return true;
            });
  }

  private void each(int threads, Function<Component, Callable<Boolean>> step) throws Exception {
    ExecutorService executor =
        Executors.newFixedThreadPool(Math.max(1, threads), task -> new Thread(task, "in-parallel"));
    try {
      List<Future<Boolean>> steps = new ArrayList<>();
      parts.forEach(part -> steps.add(executor.submit(step.apply(part))));
      Exception failure = null;
      for (Future<Boolean> each : steps) {
        Exception own = failureOf(each);
        failure = failure == null ? own : failure;
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      executor.shutdownNow();
      // An interrupt leaves here early; nothing may be closed that is still starting.
      awaitEnd(executor);
    }
  }

  private static @Nullable Exception failureOf(Future<Boolean> step) throws InterruptedException {
    try {
      boolean unused = step.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof Exception cause ? cause : e;
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

  @Override
  public String toString() {
    return parts.toString();
  }
}
