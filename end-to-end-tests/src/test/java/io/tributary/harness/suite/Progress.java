package io.tributary.harness.suite;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints once a minute how many classes of tests are done, and which are running. */
public final class Progress implements TestExecutionListener {

  private final Set<String> running = new ConcurrentSkipListSet<>();
  private final AtomicInteger done = new AtomicInteger();
  private volatile long start;
  private volatile long classes;
  private volatile @Nullable ScheduledExecutorService minutes;

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    start = System.nanoTime();
    classes = plan.countTestIdentifiers(Progress::isClass);
    ScheduledExecutorService executor =
        Executors.newSingleThreadScheduledExecutor(Progress::daemon);
    var ignored = executor.scheduleAtFixedRate(this::print, 1, 1, TimeUnit.MINUTES);
    minutes = executor;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (isClass(test)) {
      running.add(test.getDisplayName());
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (isClass(test)) {
      running.remove(test.getDisplayName());
      done.incrementAndGet();
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    ScheduledExecutorService executor = minutes;
    if (executor != null) {
      executor.shutdownNow();
    }
  }

  /** Such as {@code end-to-end: 23 of 61 classes, 4 min 10 s, now ReplayIT, StatusIT}. */
  String line() {
    Duration since = Duration.ofNanos(System.nanoTime() - start);
    return "end-to-end: %d of %d classes, %d min %d s, now %s"
        .formatted(
            done.get(),
            classes,
            since.toMinutes(),
            since.toSecondsPart(),
            String.join(", ", running));
  }

  private void print() {
    System.out.println(line());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "progress");
    thread.setDaemon(true);
    return thread;
  }

  private static boolean isClass(TestIdentifier test) {
    return test.getSource().filter(ClassSource.class::isInstance).isPresent();
  }
}
