package io.tributary.cli.process;

import io.tributary.launcher.process.Termination;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that no signal interrupts, such as transactions. It asks now and then itself whether the end
 * has been requested.
 */
public final class UninterruptedTask {

  private UninterruptedTask() {}

  @FunctionalInterface
  public interface Task {
    void run() throws Exception;
  }

  /** Runs the work on a thread of its own; throws its exception. */
  public static void run(Termination termination, Task task) throws Exception {
    Callable<Boolean> work =
        () -> {
          task.run();
          return true;
        };
    FutureTask<Boolean> future = new FutureTask<>(work);
    Thread thread = new Thread(future, "uninterrupted");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (!future.isDone()) {
        try {
          Boolean unused = future.get();
        } catch (InterruptedException e) {
          if (!termination.isRequested()) {
            throw e;
          }
          interrupted = true;
        }
      }
      Boolean unused = future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
