package io.tributary.processors;

import io.tributary.processors.fact.GenerationReplacedException;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.ConsumerLag;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.FailureMessage;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a topology with exactly-once semantics, and replaces dead threads. */
final class StreamsRunner implements Component {

  private static final Logger log = LoggerFactory.getLogger(StreamsRunner.class);
  private static final Duration START_TIME = Duration.ofSeconds(60);

  /** Enough for the largest change of a fact, 32 MiB twice over, on a busy machine. */
  private static final int LONGEST_TRANSACTION_MS = 30_000;

  private static final int LARGEST_REQUEST = 8 * 1024 * 1024;

  /**
   * Settings of producers. Brokers refuse a transaction for the few milliseconds in which the one
   * before still ends (CONCURRENT_TRANSACTIONS, KAFKA-20000): at the client's own 100 ms each
   * commit could cost that. Requests behind a refused one would be refused, too, and wait longer
   * each time.
   */
  private static final Map<String, Object> PRODUCERS =
      Map.of(
          StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 5,
          StreamsConfig.producerPrefix(ProducerConfig.RETRY_BACKOFF_MS_CONFIG), 10,
          StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1,
          StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
              LONGEST_TRANSACTION_MS,
          StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), LARGEST_REQUEST);

  /** Kafka Streams sleeps for the main consumer's back-off behind each changelog that it makes. */
  private static final int NEXT_CHANGELOG_BACKOFF_MS = 10;

  /**
   * Tasks of an instance without their state stay at others, and come back once their copies are
   * warm: all at once, looked for each minute, the shortest time that there is.
   */
  private static final Map<String, Object> WARM_UP =
      Map.of(
          StreamsConfig.MAX_WARMUP_REPLICAS_CONFIG,
          64,
          StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG,
          60_000L);

  private final Topology topology;
  private final Settings settings;
  private final KafkaClients clients;
  private final RuntimeContext runtime;
  private final LossCounting consumers;
  private final Interruptions interruptions;
  private final StateWaits waits;
  private @Nullable KafkaStreams streams;
  private @Nullable LocalState state;
  private volatile boolean replaced;

  /** False while stores may be half open. */
  private volatile boolean started;

  StreamsRunner(
      Topology topology,
      Settings settings,
      KafkaClients clients,
      LossCounting consumers,
      Interruptions interruptions,
      RuntimeContext runtime) {
    this.topology = topology;
    this.settings = settings;
    this.clients = clients;
    this.consumers = consumers;
    this.interruptions = interruptions;
    this.runtime = runtime;
    this.waits = new StateWaits(runtime.clock());
  }

  @Override
  public void start() throws IOException, InterruptedException {
    LocalState held = hold();
    CountDownLatch running = new CountDownLatch(1);
    try {
      start(running);
    } catch (ProcessorStateException e) {
      held.setAside(FailureMessage.of(e));
      start(running);
    }
    started = true;
    held.follow(this::follows);
    Deadline deadline = Deadline.after(START_TIME, runtime.ticker());
    if (!running.await(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn(
          "still restores or joins its group after {}; continues in the background", START_TIME);
    }
  }

  /** Opens the stores, and starts the threads; a failed one is closed. */
  private void start(CountDownLatch running) {
    Properties config = new Properties();
    config.putAll(config());
    KafkaStreams starting = new KafkaStreams(topology, config, consumers);
    starting.setGlobalStateRestoreListener(waits);
    starting.setStateListener(
        (now, before) -> {
          waits.running(now != KafkaStreams.State.REBALANCING);
          if (now == KafkaStreams.State.RUNNING || now == KafkaStreams.State.ERROR) {
            running.countDown();
          }
        });
    starting.setUncaughtExceptionHandler(
        failure -> {
          if (GenerationReplacedException.isCauseOf(failure)) {
            log.error("{} ends: {}", clients.group("processors"), failure.getMessage());
            replaced = true;
            running.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
          }
          interruptions.failed(failure);
          interruptions.await();
          return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
    try {
      starting.start();
    } catch (ProcessorStateException e) {
      starting.close();
      throw e;
    }
    synchronized (this) {
      streams = starting;
    }
  }

  @Override
  public synchronized List<HealthReason> unreadyReasons() {
    KafkaStreams current = streams;
    if (current == null) {
      return List.of(new HealthReason("starting", "the topology has not been started"));
    }
    if (replaced) {
      return List.of(
          new HealthReason(
              "generation_replaced", "another generation is live: restart these processors"));
    }
    KafkaStreams.State state = current.state();
    List<HealthReason> failing = interruptions.unreadyReasons();
    if (state == KafkaStreams.State.RUNNING || !failing.isEmpty()) {
      return failing;
    }
    String message =
        state == KafkaStreams.State.REBALANCING ? waits.toString() : "Kafka Streams is " + state;
    return List.of(new HealthReason(code(state), message));
  }

  private static String code(KafkaStreams.State state) {
    return switch (state) {
      case CREATED -> "starting";
      case REBALANCING -> "restoring";
      case PENDING_SHUTDOWN, NOT_RUNNING -> "stopping";
      default -> "error";
    };
  }

  StateWaits waits() {
    return waits;
  }

  /** Number of threads; thread-safe. */
  synchronized int threads() {
    KafkaStreams current = streams;
    return current == null ? 0 : current.metadataForLocalThreads().size();
  }

  /**
   * Facts of a topic that this instance has not fetched yet; thread-safe.
   *
   * @param topic with its prefix
   */
  synchronized double lag(String topic) {
    KafkaStreams current = streams;
    return current == null ? 0 : ConsumerLag.of(current.metrics(), topic, consumers.watch()::open);
  }

  @Override
  public void close(Deadline deadline) {
    boolean follows = follows();
    KafkaStreams closing;
    LocalState held;
    synchronized (this) {
      closing = streams;
      streams = null;
      held = state;
      state = null;
    }
    boolean calm = interruptions.isOver();
    interruptions.close();
    boolean closed =
        closing != null
            && closing.close(
                CloseOptions.timeout(deadline.remaining())
                    .withGroupMembershipOperation(
                        CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    if (held != null) {
      // a thread that fails leaves stores half done, until it has begun with them again
      release(held, closed && calm && started, follows);
    }
  }

  private LocalState hold() throws IOException {
    LocalState held =
        LocalState.hold(
            settings.get(ProcessorsSettings.STATE_DIR),
            clients.group("processors"),
            clients.families(),
            runtime.clock());
    synchronized (this) {
      state = held;
    }
    return held;
  }

  /** True while all states follow their changelogs; thread-safe. */
  private synchronized boolean follows() {
    return streams != null && streams.state() == KafkaStreams.State.RUNNING;
  }

  private static void release(LocalState held, boolean keep, boolean follows) {
    try (held) {
      if (keep) {
        held.keep(follows);
      }
    } catch (IOException e) {
      log.warn("the state stores cannot be kept and will be restored from Kafka", e);
    }
  }

  private Map<String, Object> config() {
    Map<String, Object> config = new HashMap<>(WARM_UP);
    config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
    config.put(StreamsConfig.REQUEST_TIMEOUT_MS_CONFIG, KafkaClients.ANSWER_MS);
    config.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG),
        NEXT_CHANGELOG_BACKOFF_MS);
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreFiles.class);
    config.put(StoreFiles.MEMORY, settings.get(ProcessorsSettings.STATE_MEMORY));
    config.putAll(clients.passThrough());
    config.computeIfPresent(
        StreamsConfig.CLIENT_ID_CONFIG,
        (key, theirs) -> clients.group("processors") + '-' + theirs);
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, clients.group("processors"));
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    config.put(
        StreamsConfig.STATE_DIR_CONFIG, settings.get(ProcessorsSettings.STATE_DIR).toString());
    config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.get(ProcessorsSettings.THREADS));
    config.put(
        StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
        settings.get(ProcessorsSettings.STANDBY_REPLICAS));
    config.put(
        StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.get(KafkaSettings.REPLICATION_FACTOR));
    config.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, BoundedTimestamp.class);
    config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
    config.putAll(PRODUCERS);
    return config;
  }
}
