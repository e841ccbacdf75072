package io.tributary.gateway.directory;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.framing.SchemaUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows every partition of a topic on a thread of its own and knows whether it has seen the log's
 * end. It belongs to no consumer group: each instance sees every record.
 */
public final class TopicTail implements Component {

  /**
   * Consumer settings of a tail: a fetch waits at the broker until there is something, so that a
   * quiet topic costs little and a record is seen at once.
   */
  public static final Map<String, Object> CONSUMER_SETTINGS =
      Map.of(
          ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 500);

  private static final Logger log = LoggerFactory.getLogger(TopicTail.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration POLL_WAITING = Duration.ofMillis(5);
  private static final Duration ASK = Duration.ofSeconds(1);
  private static final Duration START = Duration.ofSeconds(60);
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long BEHIND_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long CATCH_UP_MS = 1000;

  private final String topic;
  private final From from;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener;
  private final Ticker ticker;
  private final Thread thread;
  private final ConcurrentLinkedQueue<CompletableFuture<Void>> asked =
      new ConcurrentLinkedQueue<>();
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  private Map<TopicPartition, Long> target = Map.of();
  private long targetAt;
  private boolean failing;
  private volatile long caughtUpAt;
  private final AtomicBoolean idle = new AtomicBoolean();
  private volatile boolean closing;
  private volatile boolean over;
  private volatile @Nullable Readers readers;
  private volatile @Nullable String failure;

  /**
   * What reads the topic, and what asks where it ends. The broker answers requests of a connection
   * one by one: on one connection the question would wait behind the fetch.
   */
  private record Readers(Consumer<byte[], byte[]> log, Consumer<byte[], byte[]> end)
      implements AutoCloseable {

    void wakeup() {
      log.wakeup();
      end.wakeup();
    }

    @Override
    public void close() {
      try (end) {
        log.close();
      }
    }
  }

  /** Where a tail starts. */
  public enum From {
    /** At the first record that the log still has. */
    BEGINNING,
    /** Behind the last record that the log has at the start. */
    END
  }

  /**
   * A tail that opens its consumers when it starts.
   *
   * @param topic the name in the cluster
   * @param listener called for each record, on the tail's thread
   */
  public TopicTail(
      String topic,
      From from,
      Supplier<Consumer<byte[], byte[]>> consumers,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener,
      Ticker ticker) {
    this.topic = topic;
    this.from = from;
    this.consumers = consumers;
    this.listener = listener;
    this.ticker = ticker;
    this.thread = new Thread(this::run, "tail-" + topic);
  }

  /** Returns when all that the log had is seen. */
  @Override
  public void start() throws Exception {
    Readers both = open();
    readers = both;
    Consumer<byte[], byte[]> opened = both.log();
    List<TopicPartition> partitions =
        opened.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    opened.assign(partitions);
    // Never polled; it only has to know what it is asked about
    both.end().assign(partitions);
    if (from == From.BEGINNING) {
      opened.seekToBeginning(partitions);
    } else {
      opened.seekToEnd(partitions);
    }
    // Seeking is lazy; asking pins the start before anything that depends on it is sent
    partitions.forEach(opened::position);
    CompletableFuture<Void> first = new CompletableFuture<>();
    asked.add(first);
    thread.start();
    first.get(START.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public List<HealthReason> check() {
    String broken = failure;
    if (broken != null) {
      return List.of(new HealthReason("directory_failed", topic + " cannot be read: " + broken));
    }
    return isCurrent()
        ? List.of()
        : List.of(
            new HealthReason("directory_behind", topic + " has not been read to its end for 2 s"));
  }

  /** True when all is seen that the log held two seconds ago. */
  public boolean isCurrent() {
    return ticker.nanos() - caughtUpAt <= BEHIND_NANOS;
  }

  /**
   * Done when everything is seen that the log holds now; fails when that takes more than a second.
   * Callers that ask at the same time share one look at the log's end.
   */
  public CompletableFuture<Void> catchUp() {
    CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    asked.add(caughtUp);
    Readers current = readers;
    // At most one wake-up for each idle poll, else callers could keep the tail from ever reading
    if (current != null && idle.compareAndSet(true, false)) {
      current.log().wakeup();
    }
    if (over) {
      failAsked();
    }
    return caughtUp.orTimeout(CATCH_UP_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    closing = true;
    Readers current = readers;
    if (current == null) {
      return;
    }
    if (thread.isAlive()) {
      current.wakeup();
      thread.join(Math.max(1, deadline.remaining().toMillis()));
    } else {
      current.close();
    }
    readers = null;
  }

  private void run() {
    Readers own = readers;
    if (own == null) {
      return;
    }
    try (own) {
      while (!closing) {
        follow(own);
      }
    } catch (InterruptException e) {
      log.warn("the thread that follows {} was interrupted", topic);
      failure = "interrupted";
    } catch (RuntimeException e) {
      log.error("cannot follow {}", topic, e);
      failure = e.getClass().getSimpleName();
    } finally {
      failAll();
    }
  }

  private Readers open() {
    Consumer<byte[], byte[]> log = consumers.get();
    try {
      return new Readers(log, consumers.get());
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /** One round; what Kafka can get over is tried again in the next. */
  private void follow(Readers own) {
    try {
      askForEnd(own);
      settle(own.log());
      poll(own.log()).forEach(this::deliver);
      settle(own.log());
    } catch (WakeupException e) {
      log.trace("{}: asked", topic);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      if (!failing) {
        log.warn("cannot follow {} at the moment: {}", topic, e.toString());
        failing = true;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** Nothing is passed over because its schema cannot be asked for: all behind it waits, too. */
  private void deliver(ConsumerRecord<byte[], byte[]> record) {
    while (!closing) {
      try {
        listener.accept(record);
        return;
      } catch (SchemaUnavailableException e) {
        if (!failing) {
          log.warn("cannot follow {} at the moment: {}", topic, e.getMessage());
          failing = true;
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  /** Waits for records; only while nobody waits for the tail may a caller wake it. */
  private ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> own) {
    idle.set(waiting.isEmpty());
    try {
      // Looked at after the flag is up, so that a caller in between is seen by one of the two
      return own.poll(waiting.isEmpty() && asked.isEmpty() ? POLL : POLL_WAITING);
    } finally {
      idle.set(false);
    }
  }

  private void askForEnd(Readers own) {
    boolean due = ticker.nanos() - targetAt > CHECK_NANOS;
    waiting.removeIf(CompletableFuture::isDone);
    // While an end is being waited for, who asks later waits for the next one
    if (!waiting.isEmpty() || (asked.isEmpty() && !due)) {
      return;
    }
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    for (CompletableFuture<Void> next = asked.poll(); next != null; next = asked.poll()) {
      callers.add(next);
    }
    callers.removeIf(CompletableFuture::isDone);
    // Before the answer, because what is appended while it is under way may be missing from it
    long askedAt = ticker.nanos();
    try {
      target = own.end().endOffsets(own.log().assignment(), ASK);
      targetAt = askedAt;
      waiting.addAll(callers);
    } catch (KafkaException e) {
      asked.addAll(callers);
      throw e;
    }
  }

  private void settle(Consumer<byte[], byte[]> own) {
    boolean reached =
        target.entrySet().stream()
            .allMatch(entry -> own.position(entry.getKey(), ASK) >= entry.getValue());
    if (reached && !target.isEmpty()) {
      caughtUpAt = targetAt;
      if (failing) {
        log.info("caught up with {} again", topic);
        failing = false;
      }
      waiting.forEach(caller -> caller.complete(null));
      waiting.clear();
    }
  }

  private void failAll() {
    over = true;
    asked.addAll(waiting);
    waiting.clear();
    failAsked();
  }

  private void failAsked() {
    for (CompletableFuture<Void> next = asked.poll(); next != null; next = asked.poll()) {
      next.completeExceptionally(new IllegalStateException(topic + " is followed no more"));
    }
  }

  @Override
  public String toString() {
    return "tail of " + topic;
  }
}
