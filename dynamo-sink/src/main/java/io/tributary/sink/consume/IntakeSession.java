package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.ConsumerLag;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.sink.commit.Committer;
import io.tributary.sink.commit.PartitionCommit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One membership in the consumer group: polls, dispatches, commits. All of it, with the rebalance
 * callbacks, runs on the consumer's thread.
 */
final class IntakeSession implements ConsumerRebalanceListener {

  static final HealthReason NOT_ASSIGNED =
      new HealthReason("not_assigned", "not in the consumer group");

  private static final Duration IDLE_POLL = Duration.ofMillis(100);
  private static final Duration FULL_POLL = Duration.ofMillis(10);
  private static final Duration DRAIN_STEP = Duration.ofMillis(50);

  private final Consumer<byte[], byte[]> consumer;
  private final Dispatcher dispatcher;
  private final Committer committer;
  private final IntakeLimits limits;
  private final Ticker ticker;
  private final SessionLease lease;
  private final AssignedPartitions progress;
  private final BrokerHealth brokers;
  private final OldestRecordWatch stuck;
  private final CompletionQueue completions = new CompletionQueue();

  private volatile boolean joined;
  private volatile int held;
  private boolean ended;
  private long nextCommit;

  IntakeSession(
      Consumer<byte[], byte[]> consumer,
      Dispatcher dispatcher,
      Committer committer,
      IntakeLimits limits,
      Ticker ticker) {
    this.consumer = consumer;
    this.dispatcher = dispatcher;
    this.committer = committer;
    this.limits = limits;
    this.ticker = ticker;
    this.lease = new SessionLease(ticker, limits.session());
    this.progress = new AssignedPartitions(dispatcher.routes(), ticker, lease);
    this.brokers = new BrokerHealth(consumer, ticker);
    this.stuck = new OldestRecordWatch(ticker);
    this.nextCommit = ticker.nanos();
  }

  /** True while the instance is a member of the group; thread-safe. */
  boolean joined() {
    return joined;
  }

  /** Number of records in flight; thread-safe. */
  int held() {
    return held;
  }

  /** Age of the oldest record in flight in seconds; thread-safe. */
  double oldest() {
    return stuck.age().toMillis() / 1000.0;
  }

  /** Records of a topic that were not fetched yet; thread-safe. */
  double lag(String topic, ToLongFunction<TopicPartition> open) {
    return ConsumerLag.of(consumer.metrics(), topic, open);
  }

  /** Begins anew with partitions whose offsets have; records in flight are finished first. */
  void madeAnew(Collection<TopicPartition> partitions) {
    progress.restart(partitions);
  }

  /** Reasons why records may not get through; thread-safe. */
  List<HealthReason> unreadyReasons() {
    List<HealthReason> reasons = new ArrayList<>(brokers.unreadyReasons());
    if (!joined) {
      reasons.add(NOT_ASSIGNED);
    }
    stuck.unreadyReasons().ifPresent(reasons::add);
    return reasons;
  }

  /** Works until there is a deadline, then drains until the deadline. */
  void run(Supplier<@Nullable Deadline> closing) {
    try {
      consumer.subscribe(dispatcher.routes().topics(), this);
      Deadline deadline = closing.get();
      while (deadline == null) {
        runOnce();
        deadline = closing.get();
      }
      drain(progress.partitions(), deadline);
      commit(progress.partitions());
    } finally {
      ended = true;
      joined = false;
      progress.drop(progress.partitions());
    }
  }

  void runOnce() {
    lease.renew();
    boolean full = throttle();
    consumer
        .poll(full ? FULL_POLL : IDLE_POLL)
        .forEach(record -> dispatcher.dispatch(progress.take(record), completions));
    completions.settle();
    if (ticker.nanos() - nextCommit >= 0) {
      nextCommit = ticker.nanos() + limits.commitInterval().toNanos();
      commit(progress.partitions());
    }
    brokers.unreadyReasons();
    stuck.watch(progress.oldest());
    held = progress.held();
  }

  /** Stops reading while another poll could exceed the bound; polling itself must go on. */
  private boolean throttle() {
    boolean full = full();
    if (full) {
      consumer.pause(consumer.assignment());
      dispatcher.flush();
    } else {
      consumer.resume(consumer.paused());
    }
    return full;
  }

  private boolean full() {
    return progress.held() + limits.perPoll() > limits.held()
        || progress.bytes() >= limits.heldBytes();
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    progress.add(partitions);
    if (full()) {
      // the poll that this is part of may return records of them
      consumer.pause(partitions);
    }
    joined = true;
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (!ended) {
      drain(partitions, Deadline.after(limits.revocation(), ticker));
      commit(partitions);
      progress.drop(partitions);
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    joined = false;
    progress.drop(partitions);
  }

  private void drain(Collection<TopicPartition> partitions, Deadline deadline) {
    dispatcher.flush();
    completions.settle();
    while (progress.unfinished(partitions) && !deadline.passed()) {
      lease.renew();
      Duration left = deadline.remaining();
      completions.settle(left.compareTo(DRAIN_STEP) < 0 ? left : DRAIN_STEP);
    }
  }

  private void commit(Collection<TopicPartition> partitions) {
    var commits = progress.commits(Set.copyOf(partitions), this::position);
    List<PartitionCommit> committed = commits.isEmpty() ? List.of() : committer.commit(commits);
    progress.committed(committed);
    brokers.committed(committed.size() == commits.size());
  }

  /**
   * The consumer's position, behind its last record and the markers that follow. Unknown just after
   * the assignment.
   */
  private OptionalLong position(TopicPartition partition) {
    try {
      return OptionalLong.of(consumer.position(partition, Duration.ZERO));
    } catch (TimeoutException e) {
      return OptionalLong.empty();
    }
  }
}
