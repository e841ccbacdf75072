package io.tributary.launcher.process;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs something that serves until it is told to stop, and says on standard output when it can. */
public record ServeUntilSignal(PrintStream out, Termination termination, Ticker ticker) {

  private static final Logger log = LoggerFactory.getLogger(ServeUntilSignal.class);
  private static final Duration CLOSING = Duration.ofSeconds(13);
  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 50;

  /**
   * Serves until a signal, and prints a line once ready. An interrupted start is an end as
   * requested. A service that is late is logged now and then.
   */
  public void serve(Component service, Supplier<String> readyLine) throws Exception {
    try {
      run(service, () -> untilTerminated(service, readyLine));
    } catch (Exception e) {
      if (termination.isRequested()) {
        log.debug("ended while starting", e);
      } else {
        throw e;
      }
    }
  }

  /** Runs work beside a service. */
  public <T> T run(Component service, Callable<T> work) throws Exception {
    try {
      service.start();
      return work.call();
    } finally {
      close(service);
    }
  }

  private boolean untilTerminated(Component service, Supplier<String> readyLine)
      throws InterruptedException {
    awaitReady(service);
    out.println(readyLine.get());
    out.flush();
    termination.await();
    return true;
  }

  private void awaitReady(Component service) throws InterruptedException {
    long begun = ticker.nanos();
    Deadline silence = Deadline.after(SILENCE, ticker);
    for (List<HealthReason> missing = service.unreadyReasons();
        !missing.isEmpty();
        missing = service.unreadyReasons()) {
      if (silence.passed()) {
        log.warn(
            "not ready {} s after the start, continuing: {}",
            Duration.ofNanos(ticker.nanos() - begun).toSeconds(),
            String.join("; ", missing.stream().map(HealthReason::message).toList()));
        silence = Deadline.after(SILENCE, ticker);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private void close(Component service) {
    boolean interrupted = Thread.interrupted();
    try {
      service.close(Deadline.after(CLOSING, ticker));
      log.info("closed");
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (Exception e) {
      log.warn("closing was not orderly: {}", e.toString());
      log.debug("closing failed", e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
