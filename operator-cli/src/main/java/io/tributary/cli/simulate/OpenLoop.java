package io.tributary.cli.simulate;

import io.tributary.cli.client.Call;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.retry.Backoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends what is due when it is due, however long answers take: an answer that is late delays nobody
 * but its own sender. Everything but the sending happens in one thread.
 */
final class OpenLoop implements AutoCloseable {

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "simulation");
            made.setDaemon(true);
            return made;
          });
  private final Gateway gateway;
  private final Ticker ticker;
  private final Backoff backoff;
  private final int most;
  private final Figures figures = new Figures();
  private final Map<String, Lane> lanes = new HashMap<>();
  private final Deque<Lane> ready = new ArrayDeque<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private int underWay;
  private long turn;
  private long begun;
  private volatile boolean stopped;
  private boolean abandoned;
  private volatile long passed;
  private final AtomicLong accepted = new AtomicLong();
  private volatile @Nullable RuntimeException failure;

  /**
   * One that has not begun.
   *
   * @param most requests that may be under way at once
   */
  OpenLoop(Gateway gateway, Ticker ticker, Backoff backoff, int most) {
    this.gateway = gateway;
    this.ticker = ticker;
    this.backoff = backoff;
    this.most = most;
  }

  /** An action and when it was due. */
  private record Due(Action action, long at) {}

  /** What one sender has to send. */
  private static final class Lane {
    private final Deque<Due> queue = new ArrayDeque<>();
    private int failures;
  }

  /** Begins; each turn is asked for when it is due. */
  void start(Schedule schedule, Supplier<List<Action>> turns) {
    begin(
        Duration.ZERO,
        () -> {
          begun = ticker.nanos();
          goOn(schedule, turns);
        });
  }

  /** Waits until all has been sent and answered, at most for so long. */
  boolean await(Duration limit) throws InterruptedException {
    boolean done = ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    RuntimeException broken = failure;
    if (broken != null) {
      throw new IllegalStateException(broken);
    }
    return done;
  }

  /** Begins nothing any more; what has been tried is tried until it is answered. */
  void stop() {
    stopped = true;
    begin(
        Duration.ZERO,
        () -> {
          List.copyOf(lanes.values()).forEach(lane -> keepTried(lane));
          endIfDone();
        });
  }

  /** Tries nothing again either. */
  void abandon() {
    stop();
    begin(
        Duration.ZERO,
        () -> {
          abandoned = true;
          ready.clear();
          lanes.values().forEach(lane -> lane.queue.forEach(this::giveUp));
          lanes.clear();
          ended.countDown();
        });
  }

  /** Whether nothing begins any more. */
  boolean isStopped() {
    return stopped;
  }

  long turns() {
    return passed;
  }

  long accepted() {
    return accepted.get();
  }

  /** What became of it all; to be read after {@link #close}. */
  Figures figures() {
    return figures;
  }

  private void goOn(Schedule schedule, Supplier<List<Action>> turns) {
    while (!stopped && turn < schedule.turns()) {
      long due = begun + schedule.dueNanos(turn);
      long wait = due - ticker.nanos();
      if (wait > 0) {
        begin(Duration.ofNanos(wait), () -> goOn(schedule, turns));
        return;
      }
      turn++;
      turns.get().forEach(action -> add(new Due(action, due)));
      passed = turn;
      if (turn % most == 0 && turn < schedule.turns()) {
        // late: answers must be heard meanwhile
        begin(Duration.ZERO, () -> goOn(schedule, turns));
        return;
      }
    }
    stopped = true;
    endIfDone();
  }

  private void add(Due due) {
    Lane lane = lanes.computeIfAbsent(due.action().toString(), missing -> new Lane());
    lane.queue.add(due);
    if (lane.queue.size() == 1) {
      ready.add(lane);
      sendReady();
    }
  }

  private void sendReady() {
    while (underWay < most && !ready.isEmpty()) {
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
    underWay++;
    Future<?> unused =
        gateway
            .send(call.get())
            .thenAcceptAsync(
                reply ->
                    guard(
                        () -> {
                          underWay--;
                          if (!abandoned) {
                            answered(lane, due, reply);
                            sendReady();
                          }
                        }),
                thread);
  }

  private void answered(Lane lane, Due due, Reply reply) {
    Action action = due.action();
    if (reply.isAccepted()) {
      figures.accepted(action.family(), ticker.nanos() - due.at());
      accepted.incrementAndGet();
      action.accepted().accept(reply.json());
      end(lane);
      return;
    }
    figures.error(action.family(), reply.word());
    if (reply.mayChange()) {
      lane.failures++;
      begin(backoff.after(lane.failures), () -> retry(lane));
    } else {
      figures.refused(action.family());
      action.lost().run();
      end(lane);
    }
  }

  private void retry(Lane lane) {
    if (!abandoned) {
      ready.add(lane);
      sendReady();
    }
  }

  /** The lane's first action has come to its end; the next one's time is now. */
  private void end(Lane lane) {
    Due done = lane.queue.remove();
    lane.failures = 0;
    if (lane.queue.isEmpty()) {
      lanes.remove(done.action().toString());
      endIfDone();
    } else {
      ready.add(lane);
    }
  }

  /** Leaves what is under way, or will be tried again. */
  private void keepTried(Lane lane) {
    boolean untried = lane.failures == 0 && ready.contains(lane);
    List<Due> left = new ArrayList<>(lane.queue);
    lane.queue.clear();
    if (untried) {
      ready.remove(lane);
      lanes.remove(left.get(0).action().toString());
    } else {
      lane.queue.add(left.get(0));
    }
  }

  private void giveUp(Due due) {
    figures.unanswered(due.action().family());
    due.action().lost().run();
  }

  private void begin(Duration wait, Runnable work) {
    Future<?> unused = thread.schedule(() -> guard(work), wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whoever waits for the end is told what broke instead. */
  private void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      failure = e;
      ended.countDown();
    }
  }

  private void endIfDone() {
    if (stopped && lanes.isEmpty()) {
      ended.countDown();
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
