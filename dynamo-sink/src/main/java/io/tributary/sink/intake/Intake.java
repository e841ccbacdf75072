package io.tributary.sink.intake;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.commit.Committer;
import io.tributary.sink.commit.DeadLetterTransactions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the record topics on a thread of its own. A session that fails gives up its consumer
 * without a commit and a new one starts from the group's offsets, so that a failure can repeat
 * records and lose none.
 */
public final class Intake implements Component {

  private static final Logger log = LoggerFactory.getLogger(Intake.class);

  private static final Duration FIRST_RESTART = Duration.ofMillis(200);
  private static final Duration LAST_RESTART = Duration.ofSeconds(5);

  /** Kept of a close's time for the last commit and for leaving the group. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** Kept of a close's time for the writers, which stop after the intake. */
  private static final Duration WRITERS = Duration.ofSeconds(1);

  private final IntakeClients clients;
  private final Dispatcher dispatcher;
  private final DeadLetterTransactions transactions;
  private final IntakeLimits limits;
  private final Ticker ticker;
  private final Meters meters;
  private final Backoff restarts;

  private final Thread thread = new Thread(this::runSessions, "sink-intake");
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Deadline closing;
  private volatile @Nullable IntakeSession session;
  private volatile @Nullable Throwable failure;

  /** Reads with the given clients and hands records to the dispatcher. */
  public Intake(
      IntakeClients clients,
      Dispatcher dispatcher,
      IntakeLimits limits,
      Ambient ambient,
      Meters meters) {
    this.clients = clients;
    this.dispatcher = dispatcher;
    this.transactions = new DeadLetterTransactions(clients::producer);
    this.limits = limits;
    this.ticker = ambient.ticker();
    this.meters = meters;
    this.restarts = new Backoff(FIRST_RESTART, LAST_RESTART, ambient.random());
  }

  /** Returns at once and joins the group meanwhile. */
  @Override
  public void start() {
    meters.gauge(SinkMeter.IN_FLIGHT, this::held);
    thread.start();
  }

  @Override
  public List<HealthReason> check() {
    Throwable broken = failure;
    if (broken != null) {
      return List.of(new HealthReason("intake_failed", "reading failed: " + broken.getMessage()));
    }
    IntakeSession running = session;
    return running == null ? List.of(IntakeSession.NOT_ASSIGNED) : running.check();
  }

  /** Drains, commits and leaves the group. */
  @Override
  public void close(Deadline deadline) throws InterruptedException {
    Deadline own = deadline.orAfter(deadline.remaining().minus(WRITERS));
    closing = own.orAfter(own.remaining().minus(FAREWELL));
    closed.countDown();
    thread.join(Math.max(1, own.remaining().toMillis()));
    if (thread.isAlive()) {
      throw new IllegalStateException("the intake did not stop in time");
    }
  }

  private int held() {
    IntakeSession running = session;
    return running == null ? 0 : running.held();
  }

  private void runSessions() {
    for (int failures = 1; closing == null; failures++) {
      long begun = ticker.nanos();
      try {
        runSession();
      } catch (Throwable e) {
        // also an Error: a thread that ends would stop all reading
        failure = e;
        failures = ticker.nanos() - begun > LAST_RESTART.toNanos() ? 1 : failures;
        log.error("reading failed and starts afresh", e);
        pause(restarts.after(failures));
      }
    }
    transactions.close(FAREWELL);
  }

  private void runSession() {
    transactions.recover();
    Consumer<byte[], byte[]> consumer = clients.consumer(limits.perPoll());
    try {
      Committer committer = new Committer(consumer, transactions, meters);
      IntakeSession running = new IntakeSession(consumer, dispatcher, committer, limits, ticker);
      session = running;
      failure = null;
      running.run(() -> closing);
    } finally {
      consumer.close(CloseOptions.timeout(FAREWELL));
    }
  }

  private void pause(Duration wait) {
    try {
      if (closed.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        log.info("closing instead");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
