package io.tributary.simulation;

import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.WritePath;
import io.tributary.sink.intake.Dispatcher;
import io.tributary.sink.intake.Intake;
import io.tributary.sink.intake.IntakeClients;
import io.tributary.sink.intake.IntakeLimits;
import io.tributary.sink.intake.IntakeSession;
import io.tributary.sink.relay.Relay;
import io.tributary.sink.relay.RelayClients;
import io.tributary.sink.relay.RelaySession;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.stream.TableStream;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.DynamoItemWriter;
import io.tributary.sink.write.StoreHealth;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** A sink: the product's intake, writers and relays, each a step at a time. */
final class SimulatedSink extends SimulatedProcess {

  private static final int WRITERS = 3;
  private static final long IDLE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long WRITER_IDLE_NANOS = Duration.ofMillis(700).toNanos();
  private static final int RECORDS_PER_POLL = 30;

  private final String group;
  private final Log log;
  private final Dispatcher dispatcher;
  private final Intake intake;
  private final List<World.Actor> writers;
  private final Backoff restarts;
  private @Nullable Session<IntakeSession> session;

  /**
   * What it reads and writes.
   *
   * @param group whose offsets it goes on from
   * @param relaying whether what expires is told
   */
  record Role(String group, boolean relaying) {}

  /** A session under way, with the consumer that ends with it. */
  private record Session<S>(S steps, Consumer<byte[], byte[]> consumer) {}

  SimulatedSink(
      World world, String name, Installation installation, Log log, Tables tables, Role role) {
    super(world, name);
    this.group = role.group();
    this.log = log;
    this.restarts = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), ambient().random());
    Framing framing = installation.framing();
    this.dispatcher =
        new WritePath(installation.settings(), ambient(), Installation.METERS)
            .dispatcher(
                SinkPipeline.reading(framing, TopicNaming.PLAIN, installation.families()),
                DynamoItemWriter.to(
                    new DynamoTables(
                        tables.client(this), "", SinkPipeline.tables(installation.families())),
                    ambient().clock(),
                    Installation.METERS),
                new StoreHealth(ambient().ticker(), Installation.METERS),
                OptionalDouble.empty());
    Clients clients = new Clients(group + "-" + name);
    this.intake =
        new Intake(
            clients,
            dispatcher,
            IntakeLimits.of(installation.settings()),
            ambient(),
            Installation.METERS);
    wakes(actor("intake", () -> intakeTurn(clients)));
    this.writers =
        java.util.stream.IntStream.range(0, WRITERS)
            .mapToObj(i -> actor("writer-" + i, this::write))
            .toList();
    if (role.relaying()) {
      SinkPipeline.relays(installation.families()).forEach(route -> relay(route, framing, tables));
    }
  }

  private long write() {
    return dispatcher.runNext() ? 0 : WRITER_IDLE_NANOS;
  }

  private long intakeTurn(Clients clients) {
    try {
      Session<IntakeSession> running = session;
      if (running == null) {
        IntakeSession begun = intake.session();
        begun.join();
        running = new Session<>(begun, clients.last());
        session = running;
      }
      running.steps().turn();
      writers.forEach(writer -> writer.wake(chance().nextInt(3_000_000)));
      return running.consumer().paused().isEmpty() ? IDLE_NANOS : TimeUnit.MILLISECONDS.toNanos(10);
    } catch (RuntimeException e) {
      end();
      return restarts.after(1).toNanos();
    }
  }

  private void end() {
    Session<IntakeSession> failed = session;
    session = null;
    if (failed != null) {
      failed.steps().end();
      failed.consumer().close();
    }
  }

  @Override
  void stop() {
    Session<IntakeSession> running = session;
    if (running != null) {
      try {
        running.steps().finish(Deadline.after(Duration.ofSeconds(5), ambient().ticker()));
        running.steps().end();
        running.consumer().close();
      } catch (RuntimeException e) {
        end();
      }
    }
    kill();
  }

  /** The intake's clients; the last consumer is the running session's. */
  private final class Clients implements IntakeClients {

    private final String transactionalId;
    private @Nullable Consumer<byte[], byte[]> last;

    Clients(String transactionalId) {
      this.transactionalId = transactionalId;
    }

    Consumer<byte[], byte[]> last() {
      return java.util.Objects.requireNonNull(last);
    }

    @Override
    public Consumer<byte[], byte[]> consumer(int recordsPerPoll) {
      Consumer<byte[], byte[]> made =
          log.member(SimulatedSink.this, group, Math.min(recordsPerPoll, RECORDS_PER_POLL));
      last = made;
      return made;
    }

    @Override
    public Producer<byte[], byte[]> producer() {
      return log.producer(SimulatedSink.this, transactionalId);
    }
  }

  private void relay(RelayRoute<?, ?> route, Framing framing, Tables tables) {
    RelayMember member = new RelayMember(route, framing, tables);
    wakes(actor("relay", member::turn));
  }

  private final class RelayMember implements RelayClients {

    private final String transactionalId;
    private final Relay relay;
    private @Nullable RelaySession running;
    private @Nullable Consumer<byte[], byte[]> last;

    RelayMember(RelayRoute<?, ?> route, Framing framing, Tables tables) {
      this.transactionalId = "tributary-sink-relay-" + route.positions().name();
      this.relay =
          new Relay(
              route,
              this,
              new TableStream(
                  tables.client(SimulatedSink.this),
                  tables.streams(SimulatedSink.this),
                  route.table().name()),
              framing,
              TopicNaming.PLAIN,
              ambient(),
              Installation.METERS);
    }

    long turn() {
      try {
        RelaySession session = running;
        if (session == null) {
          session = relay.session();
          session.join();
          running = session;
        }
        session.turn();
        return IDLE_NANOS;
      } catch (RuntimeException e) {
        RelaySession failed = running;
        running = null;
        Consumer<byte[], byte[]> consumer = last;
        if (failed != null) {
          failed.end();
        }
        if (consumer != null) {
          consumer.close();
        }
        return restarts.after(1).toNanos();
      }
    }

    @Override
    public Consumer<byte[], byte[]> consumer() {
      Consumer<byte[], byte[]> made =
          log.member(SimulatedSink.this, "tributary-sink-relay", RECORDS_PER_POLL);
      last = made;
      return made;
    }

    @Override
    public Producer<byte[], byte[]> producer() {
      return log.producer(SimulatedSink.this, transactionalId);
    }
  }
}
