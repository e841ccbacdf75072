package io.tributary.harness.process;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Prints once a minute which test is running, and for how long. JUnit registers it by itself. */
public final class ProgressPrinter
    implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final ScheduledExecutorService MINUTES =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "progress");
            thread.setDaemon(true);
            return thread;
          });

  private static volatile Running running = new Running("", Instant.EPOCH);

  static {
    var ignored = MINUTES.scheduleAtFixedRate(ProgressPrinter::print, 1, 1, TimeUnit.MINUTES);
  }

  /** A test, or nothing between two classes. */
  private record Running(String test, Instant since) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    running = new Running(context.getRequiredTestClass().getSimpleName(), Instant.now());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    String test =
        context.getRequiredTestClass().getSimpleName()
            + "."
            + context.getRequiredTestMethod().getName();
    running = new Running(test, Instant.now());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    running = new Running("", Instant.EPOCH);
  }

  private static void print() {
    Running now = running;
    if (!now.test().isEmpty()) {
      System.out.printf(
          "end to end: %s is running, for %d s%n",
          now.test(), Duration.between(now.since(), Instant.now()).toSeconds());
    }
  }
}
