package io.tributary.console;

import io.tributary.operations.FailureText;
import io.tributary.runtime.context.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Work in a thread of its own that goes on while its results are asked for. */
final class OnDemandThread implements AutoCloseable {

  /** A page asks every second or two, and a hidden one not at all. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Work as long as it is wanted. A failure is shown, and the next use begins anew. */
  @FunctionalInterface
  interface Work {
    void run(BooleanSupplier wanted) throws Exception;
  }

  private final String name;
  private final Work work;
  private final Ticker ticker;
  private @Nullable Thread thread;
  private Optional<String> failure = Optional.empty();
  private long used;

  OnDemandThread(String name, Work work, Ticker ticker) {
    this.name = name;
    this.work = work;
    this.ticker = ticker;
  }

  /** Notes a use; starts the work if it does not go on. */
  synchronized void use() {
    used = ticker.nanos();
    if (thread == null) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Reason for missing results. */
  synchronized Optional<String> failure() {
    return failure;
  }

  synchronized boolean isRunning() {
    return thread != null;
  }

  private synchronized boolean isWanted() {
    return thread != null && ticker.nanos() - used < PATIENCE.toNanos();
  }

  private void run() {
    Optional<String> ended = Optional.empty();
    try {
      work.run(this::isWanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      ended = Optional.of(FailureText.of(e));
    }
    synchronized (this) {
      thread = null;
      failure = ended;
    }
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.interrupt();
      thread = null;
    }
  }
}
