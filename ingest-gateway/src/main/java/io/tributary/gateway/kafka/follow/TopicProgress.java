package io.tributary.gateway.kafka.follow;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topic of a {@link TopicReader}, and how far it is read. Public methods are for all threads,
 * others for the reader's.
 */
public final class TopicProgress {

  private static final Logger log = LoggerFactory.getLogger(TopicProgress.class);
  private static final long BEHIND_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long CATCH_UP_MS = 1000;
  private static final long LEAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long MOST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final String topic;
  private final From from;
  private final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener;
  private final TopicReader owner;
  private final Ticker ticker;
  private final CatchUpCallers callers = new CatchUpCallers();
  private final Deque<ConsumerRecord<byte[], byte[]>> held = new ArrayDeque<>();
  private List<TopicPartition> partitions = List.of();
  private @Nullable CompletableFuture<Map<TopicPartition, Long>> answer;
  private long askedAt;
  private Map<TopicPartition, Long> target = Map.of();
  private long targetAt;
  private boolean behind;
  private long pause = LEAST_PAUSE_NANOS;
  private long refusedUntil;
  private boolean paused;
  private volatile long caughtUpAt;
  private volatile Optional<String> trouble = Optional.empty();
  private volatile Optional<String> failure = Optional.empty();

  /** Start position. */
  public enum From {
    BEGINNING,
    END
  }

  TopicProgress(
      String topic,
      From from,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> listener,
      TopicReader owner,
      Ticker ticker) {
    this.topic = topic;
    this.from = from;
    this.listener = listener;
    this.owner = owner;
    this.ticker = ticker;
  }

  /** True while the log up to two seconds ago is read. */
  public boolean isCurrent() {
    return ticker.nanos() - caughtUpAt <= BEHIND_NANOS;
  }

  /**
   * Done once the log is read to its present end; fails after a second. Simultaneous callers share
   * one look at the end.
   */
  public CompletableFuture<Void> catchUp() {
    CompletableFuture<Void> caughtUp = ask();
    owner.wake();
    return caughtUp.orTimeout(CATCH_UP_MS, TimeUnit.MILLISECONDS);
  }

  /** Like {@link #catchUp}, without a time-out. */
  CompletableFuture<Void> ask() {
    CompletableFuture<Void> caughtUp = callers.add();
    if (owner.isOver() || failure.isPresent()) {
      callers.failNew(topic + ": it is read no more");
    }
    return caughtUp;
  }

  Optional<HealthReason> unreadyReasons() {
    if (failure.isPresent()) {
      return Optional.of(
          new HealthReason("directory_failed", topic + " cannot be read: " + failure.get()));
    }
    return isCurrent()
        ? Optional.empty()
        : Optional.of(
            new HealthReason(
                "directory_behind",
                topic
                    + " has not been read to its end for 2 s"
                    + trouble.map(cause -> ": " + cause).orElse("")));
  }

  boolean isReadWhole() {
    return from == From.BEGINNING;
  }

  boolean isOneOf(Collection<String> topics) {
    return topics.contains(topic);
  }

  List<TopicPartition> partitions() {
    return partitions;
  }

  void locate(Consumer<byte[], byte[]> reader) {
    partitions =
        reader.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
  }

  void seek(Consumer<byte[], byte[]> reader) {
    if (from == From.BEGINNING) {
      reader.seekToBeginning(partitions);
    } else {
      reader.seekToEnd(partitions);
    }
    // Seeking is lazy; asking pins the start before anything that depends on it is sent
    partitions.forEach(reader::position);
  }

  boolean isAsked() {
    return isReadable() && callers.areNew();
  }

  /** True while callers wait for a known end. */
  boolean isAwaited() {
    return callers.areWaiting();
  }

  /** True if the end is to be asked for; later callers wait for the next. */
  boolean wantsEnd(boolean due) {
    callers.forgetDone();
    return isReadable() && answer == null && !callers.areWaiting() && (due || isAsked());
  }

  /** Marks the end as asked for: later records may be missing from the answer. */
  void beginAsking() {
    callers.beginWaiting();
    askedAt = ticker.nanos();
  }

  /** Takes this topic's answers once all are there. */
  void await(Map<TopicPartition, CompletableFuture<Long>> ends) {
    Map<TopicPartition, CompletableFuture<Long>> own = new HashMap<>(ends);
    own.keySet().retainAll(partitions);
    answer =
        CompletableFuture.allOf(own.values().toArray(CompletableFuture<?>[]::new))
            .thenApply(
                done ->
                    own.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().join())))
            .whenComplete((found, failed) -> owner.wake());
  }

  void takeAnswer() {
    CompletableFuture<Map<TopicPartition, Long>> come = answer;
    if (come == null || !come.isDone()) {
      return;
    }
    answer = null;
    try {
      target = come.join();
      targetAt = askedAt;
      behind = true;
    } catch (CompletionException e) {
      callers.beginAgain();
      troubled(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Delivers in order: a record whose schema cannot be fetched holds up all behind it. */
  void deliver(ConsumerRecord<byte[], byte[]> record) {
    held.add(record);
    if (held.size() == 1) {
      deliverHeld();
    }
  }

  private void deliverHeld() {
    while (!held.isEmpty()) {
      try {
        listener.accept(held.element());
        held.remove();
      } catch (SchemaUnavailableException e) {
        troubled(e);
        return;
      }
    }
  }

  /** Pauses fetching while records cannot be delivered. */
  void choose(Consumer<byte[], byte[]> reader) {
    deliverHeld();
    if (paused == isReadable()) {
      paused = !paused;
      if (paused) {
        reader.pause(partitions);
      } else {
        reader.resume(partitions);
      }
    }
  }

  void settle(Consumer<byte[], byte[]> reader) {
    if (behind && isReadable() && isAtTarget(reader)) {
      behind = false;
      pause = LEAST_PAUSE_NANOS;
      caughtUpAt = targetAt;
      if (trouble.isPresent()) {
        log.info("caught up with {} again", topic);
        trouble = Optional.empty();
      }
      callers.complete();
    }
  }

  private boolean isAtTarget(Consumer<byte[], byte[]> reader) {
    return target.entrySet().stream()
        .allMatch(end -> reader.position(end.getKey(), TopicReader.ASK) >= end.getValue());
  }

  /** Notes the trouble; retries ever later if only an operator can help. */
  void troubled(Throwable failed) {
    if (isRefused()) {
      // Each partition is refused for itself
      return;
    }
    String cause = failed.getClass().getSimpleName() + ": " + failed.getMessage();
    boolean refused =
        failed instanceof AuthorizationException || failed instanceof AuthenticationException;
    if (refused || trouble.isEmpty()) {
      log.warn("cannot read {} at the moment: {}", topic, cause);
    }
    trouble = Optional.of(cause);
    if (refused) {
      pause = Math.min(2 * pause, MOST_PAUSE_NANOS);
      refusedUntil = ticker.nanos() + pause;
      failAll(cause);
    }
  }

  /** False while records cannot be delivered, or Kafka refuses them. */
  private boolean isReadable() {
    return held.isEmpty() && failure.isEmpty() && !isRefused();
  }

  private boolean isRefused() {
    return pause > LEAST_PAUSE_NANOS && refusedUntil - ticker.nanos() > 0;
  }

  /** Stops for good. */
  void fail(String cause) {
    failure = Optional.of(cause);
    failAll(cause);
  }

  /** Fails all waiting callers. */
  void failAll(String cause) {
    callers.beginAgain();
    callers.failNew(topic + ": " + cause);
  }

  @Override
  public String toString() {
    return topic;
  }
}
