package io.tributary.client.poll;

import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.Rejection;
import io.tributary.client.health.Check;
import io.tributary.client.health.ClusterHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of a consumer: one that always polls, so that the group never takes a slow handler for
 * dead; workers; and a timer.
 */
public final class PollLoop implements Runnable, PartitionQueue.Workers {

  private static final Duration POLL = Duration.ofMillis(100);

  /** Interval of commits and of looks at the cluster. */
  private static final Duration TICK = Duration.ofSeconds(1);

  private static final Duration LEAVE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(PollLoop.class);

  private final Consumer<byte[], byte[]> consumer;
  private final Collection<String> topics;
  private final LogGaps gaps;
  private final PartitionQueues queues;
  private final ClusterHealth cluster;
  private final ExecutorService workers;
  private final ScheduledExecutorService timer;
  private final AtomicReference<@Nullable ConsumerFailedException> failure =
      new AtomicReference<>();
  private final AtomicBoolean tickDue = new AtomicBoolean();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean stopping;

  public PollLoop(
      Consumer<byte[], byte[]> consumer,
      RecordProcessing processing,
      Set<String> topics,
      int threads,
      Duration patience) {
    this.consumer = consumer;
    this.topics = List.copyOf(topics);
    this.gaps = new LogGaps(consumer);
    this.cluster = new ClusterHealth(consumer, this.topics);
    this.queues =
        new PartitionQueues(
            consumer, partition -> new PartitionQueue(partition, processing, this), patience);
    this.workers = Executors.newFixedThreadPool(threads, daemons("tributary-handler"));
    this.timer = Executors.newSingleThreadScheduledExecutor(daemons("tributary-timer"));
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void run() {
    try {
      long pause = TICK.toMillis();
      var unused =
          timer.scheduleWithFixedDelay(
              () -> tickDue.set(true), pause, pause, TimeUnit.MILLISECONDS);
      consumer.subscribe(topics, queues);
      while (!stopping && failure.get() == null) {
        queues.offer(gaps.poll(POLL));
        if (tickDue.getAndSet(false)) {
          queues.commitSoon();
          cluster.look();
        }
      }
    } catch (Throwable e) {
      stop(new ConsumerFailedException(new Rejection.Refused(e).reason(), e));
    } finally {
      leave();
    }
  }

  private void leave() {
    try {
      queues.end();
      consumer.close(CloseOptions.timeout(LEAVE));
    } catch (RuntimeException e) {
      LOG.warn("left without a farewell: {}", e.toString());
    } finally {
      timer.shutdownNow();
      workers.shutdownNow();
      over.countDown();
    }
  }

  @Override
  public void work(PartitionQueue queue) {
    workers.execute(queue);
  }

  @Override
  public void workLater(PartitionQueue queue, Duration wait) {
    var unused = timer.schedule(() -> workers.execute(queue), wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void stop(ConsumerFailedException why) {
    if (failure.compareAndSet(null, why)) {
      LOG.error("stopping; no later record is lost: {}", why.getMessage(), why);
    }
  }

  /** Begins no record any more, and ends soon. */
  public void stop() {
    stopping = true;
  }

  public void await() throws InterruptedException {
    over.await();
  }

  /** Reason of a stop by itself. */
  public @Nullable ConsumerFailedException failure() {
    return failure.get();
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  public Check check() {
    ConsumerFailedException failed = failure.get();
    if (failed != null) {
      return new Check(Check.State.FAILED, List.of(String.valueOf(failed.getMessage())));
    }
    if (isOver()) {
      return new Check(Check.State.CLOSED, List.of());
    }
    List<String> reasons = new ArrayList<>(cluster.troubles());
    reasons.addAll(queues.blockedReasons());
    reasons.addAll(gaps.reasons());
    return new Check(
        queues.wasEverAssigned() ? Check.State.RUNNING : Check.State.STARTING, reasons);
  }
}
