package io.tributary.gateway.directory;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every partition of several topics with one consumer on one thread. It belongs to no
 * consumer group: each instance sees every record. A topic that cannot be read holds up no other.
 */
public final class TopicFollower implements Component {

  /** Time-out of one request for a position. */
  static final Duration ASK = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(TopicFollower.class);
  private static final String CLIENT_ID = "tributary-gateway";
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration POLL_WAITING = Duration.ofMillis(5);
  private static final Duration START = Duration.ofSeconds(60);

  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Long polling: an idle topic costs little, a record arrives at once. */
  private static final Map<String, Object> CONSUMER_SETTINGS =
      Map.of(
          ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Supplier<EndOffsets> ends;
  private final Ticker ticker;
  private final List<TopicTail> tails = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "topic-follower");
  private final AtomicBoolean idle = new AtomicBoolean();
  private long checkedAt;
  private volatile boolean closing;
  private volatile boolean over;
  private volatile @Nullable Clients clients;

  /**
   * Port: where partitions end, for readers of committed records. The broker answers requests of a
   * connection one by one: on the consumer's connection the question would wait behind a fetch.
   */
  public interface EndOffsets extends AutoCloseable {

    /** Asks for all partitions at once. */
    Map<TopicPartition, CompletableFuture<Long>> of(Collection<TopicPartition> partitions);

    @Override
    default void close() {}

    /** Asks a client, which closes with this. */
    static EndOffsets of(Admin admin) {
      return new EndOffsets() {
        @Override
        public Map<TopicPartition, CompletableFuture<Long>> of(
            Collection<TopicPartition> partitions) {
          ListOffsetsResult result =
              admin.listOffsets(
                  partitions.stream()
                      .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())),
                  new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)
                      .timeoutMs(Math.toIntExact(ASK.toMillis())));
          return partitions.stream()
              .collect(Collectors.toMap(each -> each, each -> end(result, each)));
        }

        @Override
        public void close() {
          admin.close(ASK);
        }
      };
    }

    private static CompletableFuture<Long> end(ListOffsetsResult result, TopicPartition partition) {
      return result
          .partitionResult(partition)
          .toCompletionStage()
          .thenApply(ListOffsetsResult.ListOffsetsResultInfo::offset)
          .toCompletableFuture();
    }
  }

  private record Clients(Consumer<byte[], byte[]> reader, EndOffsets ends)
      implements AutoCloseable {

    @Override
    public void close() {
      try (ends) {
        reader.close();
      }
    }
  }

  public TopicFollower(
      Supplier<Consumer<byte[], byte[]>> consumers, Supplier<EndOffsets> ends, Ticker ticker) {
    this.consumers = consumers;
    this.ends = ends;
    this.ticker = ticker;
  }

  public static TopicFollower of(KafkaClients kafka, Ticker ticker) {
    return new TopicFollower(
        () -> kafka.consumer(CLIENT_ID, Map.of(), CONSUMER_SETTINGS),
        () -> EndOffsets.of(kafka.admin(CLIENT_ID)),
        ticker);
  }

  /**
   * Follows one more topic; before the start.
   *
   * @param topic the name in the cluster
   * @param listener called for each record, on the follower's thread
   */
  public TopicTail follow(
      String topic,
      TopicTail.From from,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener) {
    TopicTail tail = new TopicTail(topic, from, listener, this, ticker);
    tails.add(tail);
    return tail;
  }

  /** Returns once the topics are read to their ends. */
  @Override
  public void start() throws Exception {
    if (tails.isEmpty()) {
      return;
    }
    Consumer<byte[], byte[]> reader = consumers.get();
    try {
      tails.forEach(tail -> tail.locate(reader));
      reader.assign(partitions(tails));
      tails.forEach(tail -> tail.seek(reader));
      clients = new Clients(reader, ends.get());
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
    CompletableFuture<?>[] first =
        tails.stream().map(TopicTail::ask).toArray(CompletableFuture<?>[]::new);
    thread.start();
    CompletableFuture.allOf(first).get(START.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static List<TopicPartition> partitions(List<TopicTail> of) {
    return of.stream().flatMap(tail -> tail.partitions().stream()).toList();
  }

  @Override
  public List<HealthReason> check() {
    return tails.stream().map(TopicTail::check).flatMap(Optional::stream).toList();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing = true;
    Clients current = clients;
    if (current == null) {
      return;
    }
    if (thread.isAlive()) {
      current.reader().wakeup();
      thread.join(Math.max(1, deadline.remaining().toMillis()));
    } else {
      current.close();
    }
    clients = null;
  }

  /** Ends a waiting poll; at most one, or callers could starve reading. */
  void wake() {
    Clients current = clients;
    if (current != null && idle.compareAndSet(true, false)) {
      current.reader().wakeup();
    }
  }

  boolean isOver() {
    return over;
  }

  private void run() {
    Clients own = clients;
    if (own == null) {
      return;
    }
    try (own) {
      while (!closing) {
        follow(own);
      }
    } catch (InterruptException e) {
      log.warn("the thread that follows topics was interrupted");
      tails.forEach(tail -> tail.fail("interrupted"));
    } catch (RuntimeException e) {
      log.error("cannot follow topics", e);
      tails.forEach(tail -> tail.fail(e.getClass().getSimpleName()));
    } finally {
      over = true;
      tails.forEach(tail -> tail.failAll("it is followed no more"));
    }
  }

  /** One round; errors that Kafka or its operator can mend are retried in the next. */
  private void follow(Clients own) {
    try {
      tails.forEach(TopicTail::takeAnswer);
      tails.forEach(tail -> tail.choose(own.reader()));
      askForEnds(own.ends());
      settle(own.reader());
      for (ConsumerRecord<byte[], byte[]> record : poll(own.reader())) {
        tailOf(record.topic()).deliver(record);
      }
      settle(own.reader());
    } catch (WakeupException e) {
      log.trace("woken");
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      onTrouble(e);
    }
  }

  private void askForEnds(EndOffsets own) {
    boolean due = ticker.nanos() - checkedAt > CHECK_NANOS;
    List<TopicTail> wanting = tails.stream().filter(tail -> tail.wantsEnd(due)).toList();
    if (due) {
      checkedAt = ticker.nanos();
    }
    if (!wanting.isEmpty()) {
      wanting.forEach(TopicTail::beginAsking);
      Map<TopicPartition, CompletableFuture<Long>> answers = own.of(partitions(wanting));
      wanting.forEach(tail -> tail.await(answers));
    }
  }

  private void settle(Consumer<byte[], byte[]> reader) {
    tails.forEach(tail -> tail.settle(reader));
  }

  /** Waits for records, briefly while a caller waits. */
  private Iterable<ConsumerRecord<byte[], byte[]>> poll(Consumer<byte[], byte[]> reader) {
    boolean quiet = tails.stream().noneMatch(TopicTail::isAwaited);
    idle.set(quiet);
    try {
      // Looked at after the flag is up, so that a caller in between is seen by one of the two
      boolean asked = tails.stream().anyMatch(TopicTail::isAsked);
      return reader.poll(quiet && !asked ? POLL : POLL_WAITING);
    } finally {
      idle.set(false);
    }
  }

  private TopicTail tailOf(String topic) {
    return tails.stream().filter(tail -> tail.isOneOf(Set.of(topic))).findFirst().orElseThrow();
  }

  private void onTrouble(KafkaException e) {
    if (e instanceof TopicAuthorizationException refused) {
      tails.stream()
          .filter(tail -> tail.isOneOf(refused.unauthorizedTopics()))
          .forEach(tail -> tail.troubled(e));
    } else {
      tails.forEach(tail -> tail.troubled(e));
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  @Override
  public String toString() {
    return "followed topics";
  }
}
