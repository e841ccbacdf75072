package io.tributary.sink.lane;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does tasks of equal key one after the other, in the order in which they came, and others side by
 * side. Holds what it is given; whoever submits keeps the number bounded.
 */
public final class KeyedLanes implements Component {

  private static final Logger log = LoggerFactory.getLogger(KeyedLanes.class);

  private final ExecutorService workers;

  /** Tasks that wait behind the running one, by key; a key is here only while one runs. */
  private final Map<Object, Deque<Runnable>> lanes = new HashMap<>();

  /** Lanes that share so many threads. */
  public KeyedLanes(int threads) {
    workers = Executors.newFixedThreadPool(threads, task -> new Thread(task, "sink-writer"));
  }

  /** Nothing to do: threads start with the first tasks. */
  @Override
  public void start() {}

  /** Takes a task. After the close, tasks are dropped. */
  public void submit(Object key, Runnable task) {
    synchronized (lanes) {
      Deque<Runnable> waiting = lanes.get(key);
      if (waiting != null) {
        waiting.add(task);
        return;
      }
      lanes.put(key, new ArrayDeque<>());
    }
    run(key, task);
  }

  private void run(Object key, Runnable task) {
    try {
      workers.execute(
          () -> {
            try {
              task.run();
            } finally {
              next(key);
            }
          });
    } catch (RejectedExecutionException e) {
      log.debug("dropped a task after the close");
    }
  }

  private void next(Object key) {
    Runnable task;
    synchronized (lanes) {
      Deque<Runnable> waiting = lanes.getOrDefault(key, new ArrayDeque<>());
      task = waiting.poll();
      if (task == null) {
        lanes.remove(key);
        return;
      }
    }
    run(key, task);
  }

  /** Interrupts what still runs and drops what waits: whoever wants it done waits before. */
  @Override
  public void close(Deadline deadline) throws InterruptedException {
    workers.shutdownNow();
    if (!workers.awaitTermination(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("writers did not stop in time");
    }
  }
}
