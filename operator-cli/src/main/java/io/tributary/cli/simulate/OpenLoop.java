package io.tributary.cli.simulate;

import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.Gateway.Reply;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.retry.Backoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Sends requests when they are due, however long answers take: a late answer delays its own sender
 * alone. Everything but the sending happens in one thread.
 */
final class OpenLoop implements AutoCloseable {

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread daemon = new Thread(work, "simulation");
            daemon.setDaemon(true);
            return daemon;
          });
  private final Gateway gateway;
  private final Ticker ticker;
  private final Backoff backoff;
  private final int most;

  /** To be read after {@link #close}. */
  final Figures figures = new Figures();

  private final Map<String, Lane> lanes = new HashMap<>();
  private final Deque<Lane> ready = new ArrayDeque<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  /** Count of iterations that have begun. */
  final AtomicLong iterations = new AtomicLong();

  /** Count of accepted requests. */
  final AtomicLong accepted = new AtomicLong();

  private int concurrent;
  private long begun;
  private volatile boolean stopped;
  private boolean abandoned;

  /**
   * A loop that has not begun.
   *
   * @param most concurrent requests
   */
  OpenLoop(Gateway gateway, Ticker ticker, Backoff backoff, int most) {
    this.gateway = gateway;
    this.ticker = ticker;
    this.backoff = backoff;
    this.most = most;
  }

  private record Due(Action action, long at) {}

  /** Requests of a sender. */
  private static final class Lane {
    private final Deque<Due> queue = new ArrayDeque<>();
    private int failures;
  }

  /**
   * Begins.
   *
   * @param next makes the requests of an iteration when it is due
   */
  void start(Plan plan, Supplier<List<Action>> next) {
    begun = ticker.nanos();
    run(Duration.ZERO, () -> proceed(plan, next));
  }

  /** Returns whether everything has been sent and answered within a limit. */
  boolean await(Duration limit) throws InterruptedException {
    try {
      return ended.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends the traffic: no new requests; begun ones are repeated until they are answered. */
  void stop() {
    stopped = true;
    run(
        Duration.ZERO,
        () -> {
          List.copyOf(lanes.values()).forEach(this::keepTried);
          endIfDone();
        });
  }

  /** Tries nothing again. */
  void abandon() {
    stop();
    run(
        Duration.ZERO,
        () -> {
          abandoned = true;
          ready.clear();
          lanes.values().forEach(lane -> lane.queue.forEach(this::giveUp));
          lanes.clear();
          ended.complete(true);
        });
  }

  boolean isStopped() {
    return stopped;
  }

  private void proceed(Plan plan, Supplier<List<Action>> next) {
    while (!stopped && iterations.get() < plan.iterations()) {
      long due = begun + plan.dueNanos(iterations.get());
      long wait = due - ticker.nanos();
      if (wait > 0) {
        run(Duration.ofNanos(wait), () -> proceed(plan, next));
        return;
      }
      next.get().forEach(action -> add(new Due(action, due)));
      if (iterations.incrementAndGet() % most == 0) {
        // late: answers are taken in between
        run(Duration.ZERO, () -> proceed(plan, next));
        return;
      }
    }
    stopped = true;
    endIfDone();
  }

  private void add(Due due) {
    Lane lane = lanes.computeIfAbsent(due.action().lane(), missing -> new Lane());
    lane.queue.add(due);
    if (lane.queue.size() == 1) {
      ready.add(lane);
      sendReady();
    }
  }

  private void sendReady() {
    while (concurrent < most && !ready.isEmpty()) {
      send(ready.remove());
    }
  }

  private void send(Lane lane) {
    Due due = lane.queue.element();
    Optional<Call> call = due.action().call().get();
    if (call.isEmpty()) {
      end(lane);
      return;
    }
    concurrent++;
    Future<?> unused =
        gateway
            .send(call.get())
            .thenAcceptAsync(reply -> guard(() -> answered(lane, due, reply)), thread);
  }

  private void answered(Lane lane, Due due, Reply reply) {
    concurrent--;
    if (abandoned) {
      return;
    }
    Action action = due.action();
    Figures.Figure figure = figures.of(action.family());
    if (reply.isAccepted()) {
      figure.accepted(ticker.nanos() - due.at());
      accepted.incrementAndGet();
      action.accepted().accept(reply.json());
      end(lane);
    } else {
      figure.errors.merge(reply.word(), 1L, Long::sum);
      if (reply.mayChange()) {
        lane.failures++;
        run(backoff.delay(lane.failures), () -> retry(lane));
      } else {
        figure.refused++;
        action.lost().run();
        end(lane);
      }
    }
    sendReady();
  }

  private void retry(Lane lane) {
    if (!abandoned) {
      ready.add(lane);
      sendReady();
    }
  }

  private void end(Lane lane) {
    Due done = lane.queue.remove();
    lane.failures = 0;
    if (lane.queue.isEmpty()) {
      lanes.remove(done.action().lane());
      endIfDone();
    } else {
      ready.add(lane);
    }
  }

  /** Keeps the first request of a lane if it was tried, and drops the others. */
  private void keepTried(Lane lane) {
    Due first = lane.queue.element();
    boolean untried = lane.failures == 0 && ready.remove(lane);
    lane.queue.clear();
    if (untried) {
      lanes.remove(first.action().lane());
    } else {
      lane.queue.add(first);
    }
  }

  private void giveUp(Due due) {
    figures.of(due.action().family()).unanswered++;
    due.action().lost().run();
  }

  private void run(Duration wait, Runnable work) {
    Future<?> unused = thread.schedule(() -> guard(work), wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  private void endIfDone() {
    if (stopped && lanes.isEmpty()) {
      ended.complete(true);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
