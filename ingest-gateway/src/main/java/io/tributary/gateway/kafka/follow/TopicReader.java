package io.tributary.gateway.kafka.follow;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all partitions of several topics with one consumer on one thread, without a group: each
 * instance sees every record. An unreadable topic holds up no other.
 */
public final class TopicReader implements Component {

  /** Time-out of one request for a position. */
  static final Duration ASK = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(TopicReader.class);
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
  private final List<TopicProgress> topics = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "topic-reader");
  private final AtomicBoolean idle = new AtomicBoolean();
  private long checkedAt;
  private volatile boolean closing;
  private volatile boolean over;
  private volatile @Nullable Clients clients;

  private record Clients(Consumer<byte[], byte[]> reader, EndOffsets ends)
      implements AutoCloseable {

    @Override
    public void close() {
      try (ends) {
        reader.close();
      }
    }
  }

  public TopicReader(
      Supplier<Consumer<byte[], byte[]>> consumers, Supplier<EndOffsets> ends, Ticker ticker) {
    this.consumers = consumers;
    this.ends = ends;
    this.ticker = ticker;
  }

  public static TopicReader of(KafkaClients kafka, Ticker ticker) {
    return new TopicReader(
        () -> kafka.consumer(CLIENT_ID, Map.of(), CONSUMER_SETTINGS),
        () -> EndOffsets.of(kafka.admin(CLIENT_ID)),
        ticker);
  }

  /** Follows a topic; before the start. */
  public TopicProgress follow(
      String topic,
      TopicProgress.From from,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener) {
    TopicProgress progress = new TopicProgress(topic, from, listener, this, ticker);
    topics.add(progress);
    return progress;
  }

  /** True of a topic that is read from its beginning. */
  public boolean isReadWhole(String name) {
    return topics.stream().anyMatch(topic -> topic.isReadWhole() && topic.isOneOf(Set.of(name)));
  }

  /** Returns once the topics are read to their ends. */
  @Override
  public void start() throws Exception {
    if (topics.isEmpty()) {
      return;
    }
    Consumer<byte[], byte[]> reader = consumers.get();
    try {
      topics.forEach(topic -> topic.locate(reader));
      reader.assign(partitions(topics));
      topics.forEach(topic -> topic.seek(reader));
      clients = new Clients(reader, ends.get());
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
    CompletableFuture<?>[] first =
        topics.stream().map(TopicProgress::ask).toArray(CompletableFuture<?>[]::new);
    thread.start();
    CompletableFuture.allOf(first).get(START.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static List<TopicPartition> partitions(List<TopicProgress> of) {
    return of.stream().flatMap(topic -> topic.partitions().stream()).toList();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return topics.stream().map(TopicProgress::unreadyReasons).flatMap(Optional::stream).toList();
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
      log.warn("the thread that reads topics was interrupted");
      topics.forEach(topic -> topic.fail("interrupted"));
    } catch (RuntimeException e) {
      log.error("cannot read topics", e);
      topics.forEach(topic -> topic.fail(e.getClass().getSimpleName()));
    } finally {
      over = true;
      topics.forEach(topic -> topic.failAll("it is read no more"));
    }
  }

  /** One round; errors that may pass are retried in the next. */
  private void follow(Clients own) {
    try {
      topics.forEach(TopicProgress::takeAnswer);
      topics.forEach(topic -> topic.choose(own.reader()));
      askForEnds(own.ends());
      settle(own.reader());
      for (ConsumerRecord<byte[], byte[]> record : poll(own.reader())) {
        progressOf(record.topic()).deliver(record);
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
    List<TopicProgress> wanting = topics.stream().filter(topic -> topic.wantsEnd(due)).toList();
    if (due) {
      checkedAt = ticker.nanos();
    }
    if (!wanting.isEmpty()) {
      wanting.forEach(TopicProgress::beginAsking);
      Map<TopicPartition, CompletableFuture<Long>> answers = own.of(partitions(wanting));
      wanting.forEach(topic -> topic.await(answers));
    }
  }

  private void settle(Consumer<byte[], byte[]> reader) {
    topics.forEach(topic -> topic.settle(reader));
  }

  /** Waits for records, briefly while a caller waits. */
  private Iterable<ConsumerRecord<byte[], byte[]>> poll(Consumer<byte[], byte[]> reader) {
    boolean quiet = topics.stream().noneMatch(TopicProgress::isAwaited);
    idle.set(quiet);
    try {
      // Looked at after the flag is up, so that a caller in between is seen by one of the two
      boolean asked = topics.stream().anyMatch(TopicProgress::isAsked);
      return reader.poll(quiet && !asked ? POLL : POLL_WAITING);
    } finally {
      idle.set(false);
    }
  }

  private TopicProgress progressOf(String topic) {
    return topics.stream().filter(each -> each.isOneOf(Set.of(topic))).findFirst().orElseThrow();
  }

  private void onTrouble(KafkaException e) {
    if (e instanceof TopicAuthorizationException refused) {
      topics.stream()
          .filter(topic -> topic.isOneOf(refused.unauthorizedTopics()))
          .forEach(topic -> topic.troubled(e));
    } else {
      topics.forEach(topic -> topic.troubled(e));
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
