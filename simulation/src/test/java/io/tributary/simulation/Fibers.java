package io.tributary.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Steps that may stop half-way, each on a thread of its own. Of these threads and the owner's one
 * runs at a time; the others wait for the baton. Threads are kept for later steps. For one owner.
 */
final class Fibers implements AutoCloseable {

  private final Deque<Worker> idle = new ArrayDeque<>();

  /** A step under way. */
  final class Fiber {

    private final Worker worker;
    private boolean abandoned;

    private Fiber(Worker worker) {
      this.worker = worker;
    }

    /** Goes on with the step; true when it is over. */
    boolean resume() {
      worker.handOver();
      if (worker.fiber != null) {
        return false;
      }
      idle.push(worker);
      return true;
    }

    /** Ends the step: it gets a {@link Crash} wherever it stops, until it is over. */
    void abandon() {
      abandoned = true;
      boolean over = resume();
      while (!over) {
        // code that catches everything may stop once more
        over = resume();
      }
    }
  }

  /** A step that has not begun yet. */
  Fiber prepare(Runnable step) {
    Worker free = idle.poll();
    Worker worker = free == null ? new Worker() : free;
    Fiber fiber = new Fiber(worker);
    worker.take(fiber, step);
    return fiber;
  }

  /** The step that the calling thread does; null for the owner. */
  static @Nullable Fiber current() {
    return Thread.currentThread() instanceof Worker worker ? worker.fiber : null;
  }

  /** Stops the calling step until it is resumed. */
  static void stop() {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.giveBack();
    }
  }

  @Override
  public void close() {
    idle.forEach(Worker::end);
    idle.clear();
  }

  private static final class Worker extends Thread {

    private volatile Thread giver = Thread.currentThread();
    private volatile boolean turn;
    private volatile boolean ended;
    private volatile @Nullable Fiber fiber;
    private @Nullable Runnable step;

    Worker() {
      super("fiber");
      setDaemon(true);
      start();
    }

    void take(Fiber next, Runnable body) {
      step = body;
      fiber = next;
    }

    void handOver() {
      giver = Thread.currentThread();
      turn = true;
      LockSupport.unpark(this);
      while (turn) {
        LockSupport.park(this);
      }
    }

    void giveBack() {
      pass();
      Fiber own = fiber;
      if (own != null && own.abandoned) {
        throw new Crash();
      }
    }

    private void pass() {
      turn = false;
      LockSupport.unpark(giver);
      awaitTurn();
    }

    private void awaitTurn() {
      while (!turn && !ended) {
        LockSupport.park(this);
      }
    }

    void end() {
      ended = true;
      LockSupport.unpark(this);
    }

    @Override
    public void run() {
      awaitTurn();
      while (!ended) {
        Runnable body = step;
        Fiber own = fiber;
        if (body != null && own != null && !own.abandoned) {
          body.run();
        }
        step = null;
        fiber = null;
        pass();
      }
    }
  }
}
