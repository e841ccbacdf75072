package io.tributary.sink.relay;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.FailureMessage;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.session.SessionThread;
import io.tributary.sink.stream.TableStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Relay of a table's expiries, on a thread of its own. Of several sinks one relays at a time; one
 * that has lost the leadership unnoticed can commit nothing.
 */
public final class Relay implements Component {

  /** Part of a close's time for leaving the group. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final RelayClients clients;
  private final TableStream stream;
  private final Positions positions;
  private final RelaySession.LeaderStart leaders;
  private final RelayWatch watch;
  private final SessionThread thread;

  <K, V extends SpecificRecordBase> Relay(
      RelayRoute<K, V> route,
      RelayClients clients,
      TableStream stream,
      ValueFormat format,
      TopicNaming topics,
      RuntimeContext runtime,
      Meters meters) {
    this.clients = clients;
    this.stream = stream;
    this.positions =
        new Positions(format, route.positions(), topics.of(route.positions()), runtime);
    this.watch = new RelayWatch(route.table().name(), runtime);
    watch.gauge(meters);
    meters.counter(SinkMeter.STREAM_GAPS);
    this.thread = new SessionThread("sink-relay", this::runSession, () -> {}, runtime);
    ExpiryRecords<K, V> expiries = new ExpiryRecords<>(route, format, topics, runtime, meters);
    this.leaders =
        (checkpoints, transactions) ->
            new RelayLeader(stream, expiries, checkpoints, transactions, watch, runtime, meters);
  }

  public static Relay of(
      RelayRoute<?, ?> route,
      ValueFormat format,
      Settings settings,
      RuntimeContext runtime,
      Meters meters) {
    KafkaClients kafka = new KafkaClients(settings);
    return new Relay(
        route,
        new KafkaRelayClients(kafka, route.positions(), runtime),
        TableStream.open(settings, runtime, route.table()),
        format,
        kafka.topics(),
        runtime,
        meters);
  }

  /** Returns at once; the election takes place meanwhile. */
  @Override
  public void start() {
    thread.start();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    Optional<Throwable> broken = thread.failure();
    return broken.isPresent()
        ? List.of(
            new HealthReason("relay_failed", "relaying failed: " + FailureMessage.of(broken.get())))
        : watch.unreadyReasons();
  }

  /** Commits its position and leaves the group, so that another sink goes on at once. */
  @Override
  public void close(Deadline deadline) throws InterruptedException {
    try {
      thread.close(deadline.atMost(deadline.remaining().minus(FAREWELL)), deadline);
    } finally {
      stream.close();
    }
  }

  private void runSession() {
    Consumer<byte[], byte[]> consumer = clients.consumer();
    try {
      session(consumer).run(thread::closing);
    } finally {
      consumer.close(CloseOptions.timeout(FAREWELL));
    }
  }

  RelaySession session(Consumer<byte[], byte[]> consumer) {
    return new RelaySession(
        consumer,
        positions,
        () -> RelayTransactions.begin(clients.producer()),
        leaders,
        thread::works);
  }
}
