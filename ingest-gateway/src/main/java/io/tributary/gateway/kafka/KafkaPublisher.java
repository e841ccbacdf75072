package io.tributary.gateway.kafka;

import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's producer. Callers encode and send: metadata is there, and memory for the budget.
 */
public final class KafkaPublisher implements Component, RecordPublisher {

  private static final Logger log = LoggerFactory.getLogger(KafkaPublisher.class);
  private static final Duration METADATA_TIMEOUT = Duration.ofSeconds(30);
  private static final long CLOCK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CLOCK_FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final TopicNaming naming;
  private final Set<Family> families;
  private final ValueFormat format;
  private final GatewayMetrics metrics;
  private final Ticker ticker;
  private final InstantSource clock;
  private final AtomicLong clockAskedAt;
  private final Map<Integer, Timed> clocks = new ConcurrentHashMap<>();
  private final PublishHealth health = new PublishHealth();
  private volatile @Nullable Producer<byte[], byte[]> producer;

  public KafkaPublisher(
      Supplier<Producer<byte[], byte[]>> producers,
      TopicNaming naming,
      Set<Family> families,
      ValueFormat format,
      GatewayMetrics metrics,
      RuntimeContext runtime) {
    this.producers = producers;
    this.naming = naming;
    this.families = families;
    this.format = format;
    this.metrics = metrics;
    this.ticker = runtime.ticker();
    this.clock = runtime.clock();
    this.clockAskedAt = new AtomicLong(runtime.ticker().nanos() - CLOCK_NANOS);
  }

  /**
   * A publisher to the clients' cluster.
   *
   * @param requestDeadline longer than any delivery
   * @param inflightBytes the byte budget
   */
  public static KafkaPublisher of(
      KafkaClients clients,
      Duration requestDeadline,
      long inflightBytes,
      ValueFormat format,
      GatewayMetrics metrics,
      RuntimeContext runtime) {
    return new KafkaPublisher(
        () ->
            clients.producer(
                "tributary-gateway",
                ProducerSettings.DEFAULTS,
                ProducerSettings.fixed(clients, requestDeadline, inflightBytes)),
        clients.topics(),
        clients.families(),
        format,
        metrics,
        runtime);
  }

  /** Fetches metadata of all facts topics, so that no request waits for it. */
  @Override
  public void start() {
    Producer<byte[], byte[]> opened = producers.get();
    producer = opened;
    Deadline deadline = Deadline.after(METADATA_TIMEOUT, ticker);
    List<String> topics =
        Topics.of(families).stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS)
            .map(naming::of)
            .toList();
    fetchMetadata(opened, topics, deadline);
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return health.isFailing(ticker.nanos())
        ? List.of(
            new HealthReason(
                "kafka_unavailable", "no publish has been acknowledged for more than 5 s"))
        : List.of();
  }

  @Override
  public CompletableFuture<PublishResult> publish(
      List<? extends OutgoingRecord<?, ?>> records, Deadline deadline) {
    long begin = ticker.nanos();
    // Not the records: nothing needs them any more once they are encoded
    int count = records.size();
    return sendAll(records, deadline)
        .thenApply(
            done -> {
              boolean acknowledged = done instanceof PublishResult.Acknowledged;
              metrics.published(count, acknowledged, ticker.nanos() - begin);
              if (acknowledged) {
                health.acknowledged();
              } else {
                health.failed(ticker.nanos());
              }
              return done;
            });
  }

  /** Encodes all records before it sends the first. */
  private CompletableFuture<PublishResult> sendAll(
      List<? extends OutgoingRecord<?, ?>> records, Deadline deadline) {
    try {
      CompletableFuture<?>[] sent =
          records.stream().map(this::toKafka).toList().stream()
              .map(record -> deadline.passed() ? tooLate() : send(record))
              .toArray(CompletableFuture<?>[]::new);
      return CompletableFuture.allOf(sent).handle((done, failure) -> result(failure));
    } catch (Throwable e) {
      log.error("cannot publish", e);
      return CompletableFuture.completedFuture(result(e));
    }
  }

  /** Waits for sent records until the deadline, then closes. */
  @Override
  public void close(Deadline deadline) {
    Producer<byte[], byte[]> last = producer;
    producer = null;
    if (last != null) {
      last.close(deadline.remaining());
    }
  }

  private static CompletableFuture<Void> tooLate() {
    return CompletableFuture.failedFuture(new TimeoutException("the deadline passed unsent"));
  }

  private CompletableFuture<Void> send(ProducerRecord<byte[], byte[]> outgoing) {
    CompletableFuture<Void> acknowledged = new CompletableFuture<>();
    try {
      Producer<byte[], byte[]> current = started();
      OptionalInt timed = isClockDue() ? leader(current, outgoing) : OptionalInt.empty();
      Future<RecordMetadata> unused =
          current.send(
              outgoing,
              (metadata, failure) -> {
                if (failure == null && timed.isPresent()) {
                  time(timed.getAsInt(), metadata.timestamp() - clock.millis());
                }
                settle(acknowledged, failure);
              });
    } catch (RuntimeException e) {
      log.warn("cannot send to {}", outgoing.topic(), e);
      acknowledged.completeExceptionally(e);
    }
    return acknowledged;
  }

  /** True once a second. */
  private boolean isClockDue() {
    long last = clockAskedAt.get();
    long now = ticker.nanos();
    return now - last >= CLOCK_NANOS && clockAskedAt.compareAndSet(last, now);
  }

  /** Shows by how much a broker's clock is ahead, for a minute. */
  private void time(int broker, long aheadMillis) {
    double ahead = TimeUnit.MILLISECONDS.toSeconds(aheadMillis);
    if (clocks.put(broker, new Timed(ahead, ticker.nanos())) == null) {
      metrics.gauge(
          GatewayMeter.BROKER_CLOCK_AHEAD,
          () -> Objects.requireNonNull(clocks.get(broker)).ahead(ticker.nanos()),
          Integer.toString(broker));
    }
  }

  private record Timed(double ahead, long nanos) {

    double ahead(long now) {
      return now - nanos < CLOCK_FRESH_NANOS ? ahead : Double.NaN;
    }
  }

  private static OptionalInt leader(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    return producer.partitionsFor(record.topic()).stream()
        .filter(info -> Objects.equals(info.partition(), record.partition()))
        .filter(info -> info.leader() != null)
        .mapToInt(info -> info.leader().id())
        .findFirst();
  }

  private static void settle(CompletableFuture<Void> acknowledged, @Nullable Exception failure) {
    if (failure == null) {
      acknowledged.complete(null);
    } else {
      acknowledged.completeExceptionally(failure);
    }
  }

  private static PublishResult result(@Nullable Throwable failure) {
    if (failure == null) {
      return new PublishResult.Acknowledged();
    }
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return new PublishResult.Unconfirmed(
        cause.getClass().getSimpleName() + ": " + cause.getMessage());
  }

  private ProducerRecord<byte[], byte[]> toKafka(OutgoingRecord<?, ?> outgoing) {
    Headers headers = new RecordHeaders();
    outgoing.headers().forEach((header, value) -> header.put(headers, value));
    return new ProducerRecord<>(
        naming.of(outgoing.topic()),
        outgoing.partition(naming),
        outgoing.keyBytes(),
        format.encode(outgoing.value()),
        headers);
  }

  /** Asks for all topics at once: the client pauses 100 ms between two requests. */
  private static void fetchMetadata(
      Producer<byte[], byte[]> started, List<String> topics, Deadline deadline) {
    ExecutorService askers = Executors.newCachedThreadPool();
    try {
      topics.stream()
          .map(
              topic ->
                  CompletableFuture.runAsync(() -> fetchMetadata(started, topic, deadline), askers))
          .toList()
          .forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      askers.shutdownNow();
    }
  }

  private static void fetchMetadata(
      Producer<byte[], byte[]> started, String topic, Deadline deadline) {
    while (true) {
      try {
        started.partitionsFor(topic);
        return;
      } catch (KafkaException e) {
        if (!(e instanceof RetriableException) || deadline.passed()) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private Producer<byte[], byte[]> started() {
    Producer<byte[], byte[]> current = producer;
    if (current == null) {
      throw new IllegalStateException("the publisher is not running");
    }
    return current;
  }
}
