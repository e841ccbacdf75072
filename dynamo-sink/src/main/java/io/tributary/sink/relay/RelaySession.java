package io.tributary.sink.relay;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One membership in the relays' group: the owner of the positions' one partition relays, the others
 * stand by. All of it, with the rebalance callbacks, runs on the consumer's thread.
 */
final class RelaySession implements ConsumerRebalanceListener {

  private static final Duration STANDBY_POLL = Duration.ofMillis(200);
  private static final Duration IDLE_POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final Positions positions;
  private final Supplier<RelayTransactions> transactions;
  private final LeaderStart leaders;
  private final Runnable works;

  private boolean joined;
  private boolean assigned;
  private @Nullable RelayLeader leader;
  private Duration poll = STANDBY_POLL;

  /** Begins a leader at the committed positions. */
  @FunctionalInterface
  interface LeaderStart {
    RelayLeader begin(StreamCheckpoints checkpoints, RelayTransactions transactions);
  }

  /**
   * @param transactions fences all earlier ones, anywhere
   * @param works called while it relays, or stands by as a member
   */
  RelaySession(
      Consumer<byte[], byte[]> consumer,
      Positions positions,
      Supplier<RelayTransactions> transactions,
      LeaderStart leaders,
      Runnable works) {
    this.consumer = consumer;
    this.positions = positions;
    this.transactions = transactions;
    this.leaders = leaders;
    this.works = works;
  }

  /** Works until there is a deadline. */
  void run(Supplier<@Nullable Deadline> closing) {
    try {
      join();
      while (closing.get() == null) {
        runOnce();
      }
      RelayLeader last = leader;
      if (last != null) {
        last.commit();
      }
    } finally {
      end();
    }
  }

  void join() {
    consumer.subscribe(List.of(positions.partition().topic()), this);
  }

  void runOnce() {
    // stays a member; of the partition itself nothing is read
    consumer.poll(poll);
    RelayLeader current = assigned && leader == null ? begin() : leader;
    poll = current == null ? STANDBY_POLL : current.runOnce() ? Duration.ZERO : IDLE_POLL;
    if (joined) {
      works.run();
    }
  }

  /** Null when the partition was revoked while its positions were read. */
  private @Nullable RelayLeader begin() {
    // before the positions are read: later commits of another relay are fenced
    RelayTransactions own = transactions.get();
    try {
      consumer.resume(consumer.paused());
      StreamCheckpoints checkpoints = positions.read(consumer, () -> assigned);
      if (assigned) {
        consumer.pause(consumer.assignment());
        leader = leaders.begin(checkpoints, own);
      }
    } finally {
      if (leader == null) {
        own.close();
      }
    }
    return leader;
  }

  private void end() {
    assigned = false;
    RelayLeader last = leader;
    leader = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    joined = true;
    assigned = assigned || !partitions.isEmpty();
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (!partitions.isEmpty()) {
      end();
    }
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    end();
  }
}
