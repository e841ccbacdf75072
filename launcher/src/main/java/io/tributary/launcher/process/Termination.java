package io.tributary.launcher.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The end of this process. A signal requests it and leaves the main thread time to close; the main
 * thread sets the exit code, hence the halt: the JVM would end with 128 and the signal's number.
 */
public final class Termination {

  private static final Duration LIMIT = Duration.ofMillis(14_500);

  private static final int FAILED = 1;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
  private final Thread main;
  private volatile boolean asked;

  private Termination(Thread main) {
    this.main = main;
  }

  /** A termination by signals, which interrupt the given thread. */
  public static Termination bySignal(Thread main) {
    Termination termination = byRequest(main);
    Runtime.getRuntime().addShutdownHook(new Thread(termination::shutDown, "termination"));
    return termination;
  }

  /** A termination by {@link #request} alone. */
  public static Termination byRequest(Thread main) {
    return new Termination(main);
  }

  public void await() throws InterruptedException {
    requested.await();
  }

  public boolean isRequested() {
    return asked;
  }

  /** Requests the end. */
  public void request() {
    asked = true;
    main.interrupt();
    // Last, so that the main thread does not begin to close before the interrupt reaches it.
    requested.countDown();
  }

  /** Ends the process; does not return. */
  public void finish(int code) {
    outcome.complete(code);
    System.exit(code);
  }

  private void shutDown() {
    if (!outcome.isDone()) {
      request();
    }
    Runtime.getRuntime().halt(code());
  }

  private int code() {
    try {
      return outcome.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      System.err.println("tributary: did not close in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return FAILED;
  }
}
