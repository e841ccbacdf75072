package io.tributary.sink.execute;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of tasks by key: those of a key in order, others in parallel. A worker takes several
 * tasks that are ready, and never waits for more. A task may linger before it begins, without
 * occupying a worker; until then a newer one of its key may replace it. The number of tasks must be
 * bounded by the caller.
 */
public final class KeyedExecutor<T> implements Component {

  private static final Logger log = LoggerFactory.getLogger(KeyedExecutor.class);

  private final Grouping<T> grouping;
  private final Coalescing<T> coalescing;
  private final Ticker ticker;
  private final Consumer<List<T>> work;
  private final List<Thread> workers = new ArrayList<>();

  /** Queues with a waiting or running task, by key. */
  private final Map<Object, KeyQueue<T>> queues = new HashMap<>();

  /** Queues whose first task is due. */
  private final Deque<KeyQueue<T>> ready = new ArrayDeque<>();

  /** Queues whose first task lingers, by due time. */
  private final Queue<KeyQueue<T>> lingering =
      // differences count, for the ticker may overflow
      new PriorityQueue<>((one, other) -> Long.signum(one.due() - other.due()));

  /** True while a worker sleeps until the time below. */
  private boolean watched;

  private long watchedUntil;
  private boolean closed;

  /** An executor whose {@code work} gets tasks with different keys. */
  public KeyedExecutor(
      int threads,
      Grouping<T> grouping,
      Coalescing<T> coalescing,
      Ticker ticker,
      Consumer<List<T>> work) {
    this.grouping = grouping;
    this.coalescing = coalescing;
    this.ticker = ticker;
    this.work = work;
    for (int i = 1; i <= threads; i++) {
      workers.add(new Thread(this::workUntilClosed, "sink-writer-" + i));
    }
  }

  /**
   * Tasks that a worker takes at once.
   *
   * @param most limit now
   * @param together true where the second may join the first
   */
  public record Grouping<T>(IntSupplier most, BiPredicate<T, T> together) {}

  /**
   * Tasks that newer ones replace.
   *
   * @param supersedes true where the first, newer one replaces the second
   * @param superseded called for each replaced task, on the thread of the newer one
   */
  public record Coalescing<T>(BiPredicate<T, T> supersedes, Consumer<T> superseded) {}

  /** The first task of a queue, taken by one worker. */
  private record Taken<T>(KeyQueue<T> queue, T task) {}

  @Override
  public void start() {
    workers.forEach(Thread::start);
  }

  /**
   * Adds a task; drops it after the close.
   *
   * @param linger delay for one that supersedes it, unless there is a flush
   */
  public void submit(Object key, T task, Duration linger) {
    place(key, task, linger).ifPresent(coalescing.superseded());
  }

  private synchronized Optional<T> place(Object key, T task, Duration linger) {
    if (closed) {
      log.debug("dropped a task after the close");
      return Optional.empty();
    }
    long due = ticker.nanos() + linger.toNanos();
    KeyQueue<T> queue = queues.get(key);
    if (queue != null) {
      return queue.add(task, due, coalescing.supersedes());
    }
    KeyQueue<T> fresh = new KeyQueue<>(key);
    queues.put(key, fresh);
    Optional<T> none = fresh.add(task, due, coalescing.supersedes());
    enqueue(fresh);
    return none;
  }

  /** Makes all lingering tasks due, and the tasks behind them. */
  public synchronized void flush() {
    long now = ticker.nanos();
    queues.values().forEach(queue -> queue.makeDue(now));
    ready.addAll(lingering);
    lingering.clear();
    notifyAll();
  }

  /** Puts a queue without a running task where a worker finds it. */
  private void enqueue(KeyQueue<T> queue) {
    if (isDue(queue)) {
      ready.add(queue);
      notify();
      return;
    }
    lingering.add(queue);
    if (!watched) {
      notify();
    } else if (queue.due() - watchedUntil < 0) {
      // the watching worker is unknown
      notifyAll();
    }
  }

  private boolean isDue(KeyQueue<T> queue) {
    return queue.due() - ticker.nanos() <= 0;
  }

  private void workUntilClosed() {
    try {
      for (List<Taken<T>> taken = take(); !taken.isEmpty(); taken = take()) {
        work(taken);
      }
    } catch (InterruptedException e) {
      log.debug("interrupted by the close");
    }
  }

  private void work(List<Taken<T>> taken) {
    try {
      work.accept(taken.stream().map(Taken::task).toList());
    } catch (Throwable e) {
      // a thread that ends would be missing for good
      log.error("a task failed", e);
    } finally {
      release(taken);
    }
  }

  /** Waits for a task, and takes it with those that may join; empty after the close. */
  private synchronized List<Taken<T>> take() throws InterruptedException {
    promote();
    while (ready.isEmpty() && !closed) {
      if (watched || lingering.isEmpty()) {
        wait();
      } else {
        watch(lingering.element().due());
      }
      promote();
    }
    if (!watched && !lingering.isEmpty()) {
      // who goes to work watches no more
      notify();
    }
    return takeReady();
  }

  private List<Taken<T>> takeReady() {
    List<Taken<T>> taken = new ArrayList<>();
    int most = grouping.most().getAsInt();
    while (taken.size() < most && mayJoin(taken)) {
      KeyQueue<T> queue = ready.remove();
      taken.add(new Taken<>(queue, queue.removeFirst()));
    }
    return taken;
  }

  /** Sleeps until the first lingering task is due; the other workers wait to be woken. */
  private void watch(long until) throws InterruptedException {
    watched = true;
    watchedUntil = until;
    try {
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - ticker.nanos()));
    } finally {
      watched = false;
    }
  }

  private void promote() {
    for (KeyQueue<T> next = lingering.peek();
        next != null && isDue(next);
        next = lingering.peek()) {
      ready.add(lingering.remove());
      notify();
    }
  }

  private boolean mayJoin(List<Taken<T>> taken) {
    KeyQueue<T> next = ready.peek();
    return next != null
        && (taken.isEmpty() || grouping.together().test(taken.get(0).task(), next.first()));
  }

  private synchronized void release(List<Taken<T>> taken) {
    // an interrupt that was not the close's is over with the task it was for
    boolean unused = !closed && Thread.interrupted();
    for (Taken<T> done : taken) {
      KeyQueue<T> queue = done.queue();
      if (queue.isEmpty() || closed) {
        queues.remove(queue.key());
      } else {
        enqueue(queue);
      }
    }
  }

  /** Interrupts running tasks and drops waiting ones; callers that need them wait before. */
  @Override
  public void close(Deadline deadline) throws InterruptedException {
    synchronized (this) {
      closed = true;
      ready.clear();
      lingering.clear();
      queues.clear();
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
