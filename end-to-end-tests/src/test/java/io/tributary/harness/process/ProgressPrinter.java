package io.tributary.harness.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Prints once a minute which tests are running, and for how long. JUnit registers it by itself. */
public final class ProgressPrinter
    implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

  private static final ScheduledExecutorService MINUTES =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "progress");
            thread.setDaemon(true);
            return thread;
          });

  private static final Map<Class<?>, Running> RUNNING = new ConcurrentHashMap<>();

  static {
    var ignored = MINUTES.scheduleAtFixedRate(ProgressPrinter::print, 1, 1, TimeUnit.MINUTES);
  }

  private record Running(String test, Instant since) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    begin(context, "");
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    begin(context, "." + context.getRequiredTestMethod().getName());
  }

  private static void begin(ExtensionContext context, String method) {
    Class<?> test = context.getRequiredTestClass();
    RUNNING.put(test, new Running(test.getSimpleName() + method, Instant.now()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    RUNNING.remove(context.getRequiredTestClass());
  }

  private static void print() {
    RUNNING
        .values()
        .forEach(
            each ->
                System.out.printf(
                    "end to end: %s is running, for %d s%n",
                    each.test(), Duration.between(each.since(), Instant.now()).toSeconds()));
  }
}
