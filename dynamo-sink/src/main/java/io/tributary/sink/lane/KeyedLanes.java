package io.tributary.sink.lane;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does tasks of equal key one after the other, in the order in which they came, and others side by
 * side. Whoever works takes several at once if as many are ready, and never waits for more. Holds
 * what it is given; whoever submits keeps the number bounded.
 *
 * @param <T> the task
 */
public final class KeyedLanes<T> implements Component {

  private static final Logger log = LoggerFactory.getLogger(KeyedLanes.class);

  private final Grouping<T> grouping;
  private final Consumer<List<T>> work;
  private final List<Thread> workers = new ArrayList<>();

  /** Tasks that wait behind one of their key; a key is here only while one is ready or at work. */
  private final Map<Object, Deque<T>> lanes = new HashMap<>();

  private final Deque<Ready<T>> ready = new ArrayDeque<>();
  private boolean closed;

  /**
   * Lanes that share so many threads.
   *
   * @param work does tasks, no two of which have the same key
   */
  public KeyedLanes(int threads, Grouping<T> grouping, Consumer<List<T>> work) {
    this.grouping = grouping;
    this.work = work;
    for (int i = 1; i <= threads; i++) {
      workers.add(new Thread(this::workUntilClosed, "sink-writer-" + i));
    }
  }

  /**
   * Which tasks are done at once.
   *
   * @param most how many
   * @param together whether the second may join the first
   */
  public record Grouping<T>(int most, BiPredicate<T, T> together) {}

  private record Ready<T>(Object key, T task) {}

  @Override
  public void start() {
    workers.forEach(Thread::start);
  }

  /** Takes a task. After the close, tasks are dropped. */
  public synchronized void submit(Object key, T task) {
    if (closed) {
      log.debug("dropped a task after the close");
      return;
    }
    Deque<T> waiting = lanes.get(key);
    if (waiting == null) {
      lanes.put(key, new ArrayDeque<>());
      ready.add(new Ready<>(key, task));
      notify();
    } else {
      waiting.add(task);
    }
  }

  private void workUntilClosed() {
    try {
      for (List<Ready<T>> taken = take(); !taken.isEmpty(); taken = take()) {
        work(taken);
      }
    } catch (InterruptedException e) {
      log.debug("interrupted by the close");
    }
  }

  private void work(List<Ready<T>> taken) {
    try {
      work.accept(taken.stream().map(Ready::task).toList());
    } catch (Throwable e) {
      // a thread that ends would be missing for good
      log.error("a task failed", e);
    } finally {
      release(taken);
    }
  }

  /** Waits for a task and takes it with those behind it that may join; empty after the close. */
  private synchronized List<Ready<T>> take() throws InterruptedException {
    while (ready.isEmpty() && !closed) {
      wait();
    }
    List<Ready<T>> taken = new ArrayList<>();
    while (!closed && taken.size() < grouping.most() && mayJoin(taken)) {
      taken.add(ready.remove());
    }
    return taken;
  }

  private boolean mayJoin(List<Ready<T>> taken) {
    Ready<T> next = ready.peek();
    return next != null
        && (taken.isEmpty() || grouping.together().test(taken.get(0).task(), next.task()));
  }

  private synchronized void release(List<Ready<T>> taken) {
    // an interrupt that was not the close's is over with the task it was for
    boolean unused = !closed && Thread.interrupted();
    for (Ready<T> done : taken) {
      T next = lanes.getOrDefault(done.key(), new ArrayDeque<>()).poll();
      if (next == null) {
        lanes.remove(done.key());
      } else {
        ready.add(new Ready<>(done.key(), next));
        notify();
      }
    }
  }

  /** Interrupts what still runs and drops what waits: whoever wants it done waits before. */
  @Override
  public void close(Deadline deadline) throws InterruptedException {
    synchronized (this) {
      closed = true;
      ready.clear();
      lanes.clear();
      notifyAll();
    }
    workers.forEach(Thread::interrupt);
    for (Thread worker : workers) {
      TimeUnit.MILLISECONDS.timedJoin(worker, Math.max(1, deadline.remaining().toMillis()));
      if (worker.isAlive()) {
        throw new IllegalStateException("writers did not stop in time");
      }
    }
  }
}
