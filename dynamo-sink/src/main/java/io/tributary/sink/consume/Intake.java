package io.tributary.sink.consume;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.LossCounter;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.FailureMessage;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.commit.Committer;
import io.tributary.sink.commit.DeadLetterTransactions;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.session.SessionThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Consumes record topics on a thread of its own. A session that fails closes its consumer without a
 * commit, and the next one starts from the group's offsets: a failure repeats records and loses
 * none.
 */
public final class Intake implements Component {

  /** Part of a close's time for the last commit and for leaving the group. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** Part of a close's time for the writers, which stop after the intake. */
  private static final Duration WRITERS = Duration.ofSeconds(1);

  private final IntakeClients clients;
  private final Dispatcher dispatcher;
  private final DeadLetterTransactions transactions;
  private final IntakeLimits limits;
  private final Ticker ticker;
  private final Meters meters;
  private final LossCounter losses;
  private final SessionThread thread;

  private volatile @Nullable IntakeSession session;

  public Intake(
      IntakeClients clients,
      Dispatcher dispatcher,
      IntakeLimits limits,
      RuntimeContext runtime,
      Meters meters) {
    this.clients = clients;
    this.dispatcher = dispatcher;
    this.transactions = new DeadLetterTransactions(clients::producer, clients::topicId);
    this.limits = limits;
    this.ticker = runtime.ticker();
    this.meters = meters;
    this.losses =
        new LossCounter(
            meters,
            SinkMeter.LOG_GAPS,
            SinkMeter.FOREIGN_COMMITS,
            dispatcher.routes()::catalogued,
            this::madeAnew);
    this.thread =
        new SessionThread(
            "sink-intake", this::runSession, () -> transactions.close(FAREWELL), runtime);
  }

  /** Returns at once and joins the group meanwhile. */
  @Override
  public void start() {
    meters.gauge(SinkMeter.IN_FLIGHT, () -> measured(IntakeSession::held));
    meters.gauge(SinkMeter.OLDEST, () -> measured(IntakeSession::oldest));
    RouteTable routes = dispatcher.routes();
    for (String topic : routes.topics()) {
      meters.gauge(
          SinkMeter.LAG,
          () -> measured(running -> running.lag(topic, clients::open)),
          routes.catalogued(topic));
      losses.show(routes.catalogued(topic));
    }
    thread.start();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    Optional<Throwable> broken = thread.failure();
    if (broken.isPresent()) {
      return List.of(
          new HealthReason("intake_failed", "reading failed: " + FailureMessage.of(broken.get())));
    }
    IntakeSession running = session;
    return running == null ? List.of(IntakeSession.NOT_ASSIGNED) : running.unreadyReasons();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    Deadline own = deadline.atMost(deadline.remaining().minus(WRITERS));
    thread.close(own.atMost(own.remaining().minus(FAREWELL)), own);
  }

  private double measured(ToDoubleFunction<IntakeSession> what) {
    IntakeSession running = session;
    return running == null ? 0 : what.applyAsDouble(running);
  }

  private void madeAnew(Collection<TopicPartition> partitions) {
    IntakeSession running = session;
    if (running != null) {
      running.madeAnew(partitions);
    }
  }

  private void runSession() {
    transactions.recover();
    Consumer<byte[], byte[]> consumer = clients.consumer(limits.perPoll(), losses);
    try {
      Committer committer = new Committer(consumer, transactions, meters);
      IntakeSession running = new IntakeSession(consumer, dispatcher, committer, limits, ticker);
      session = running;
      thread.works();
      running.run(thread::closing);
    } finally {
      consumer.close(CloseOptions.timeout(FAREWELL));
    }
  }
}
