package io.tributary.simulation.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster as its clients see it: partitions, transactions with fencing, consumer groups.
 * For one thread; partitions are made when first used.
 */
public final class SimulatedCluster {

  private final LongSupplier clock;
  private final ToIntFunction<String> partitions;
  private final Runnable changed;
  private final Map<TopicPartition, PartitionLog> logs = new HashMap<>();
  private final Map<String, TransactionalId> transactionalIds = new TreeMap<>();
  private final Map<String, ConsumerGroup> groups = new TreeMap<>();

  /**
   * An empty cluster.
   *
   * @param clock epoch milliseconds
   * @param partitions how many partitions a topic has
   * @param changed called when readers may have something to do
   */
  public SimulatedCluster(LongSupplier clock, ToIntFunction<String> partitions, Runnable changed) {
    this.clock = clock;
    this.partitions = partitions;
    this.changed = changed;
  }

  /** The state of a transactional id: its epoch, and the transaction that is open. */
  static final class TransactionalId {

    private final long timeout;
    private int epoch = -1;
    private @Nullable Transaction open;

    private TransactionalId(long timeout) {
      this.timeout = timeout;
    }

    int epoch() {
      return epoch;
    }

    @Nullable Transaction open() {
      return open;
    }
  }

  /** An idempotent producer. */
  public Producer<byte[], byte[]> producer(Connection connection) {
    return new SimulatedProducer(this, connection, null);
  }

  /**
   * A transactional producer.
   *
   * @param timeoutMillis after which the cluster aborts a transaction and fences its producer
   */
  public Producer<byte[], byte[]> producer(
      Connection connection, String transactionalId, long timeoutMillis) {
    return new SimulatedProducer(
        this,
        connection,
        transactionalIds.computeIfAbsent(
            transactionalId, any -> new TransactionalId(timeoutMillis)));
  }

  /** A consumer of committed records. */
  public Consumer<byte[], byte[]> consumer(Connection connection, ConsumerSettings settings) {
    return new SimulatedConsumer(this, connection, settings);
  }

  /**
   * Settings of a consumer.
   *
   * @param group its group; empty for none
   * @param sessionMillis session time-out
   * @param cooperative true for cooperative rebalances
   * @param recordsPerPoll {@code max.poll.records}
   * @param order chooses among partitions
   */
  public record ConsumerSettings(
      String group,
      long sessionMillis,
      boolean cooperative,
      int recordsPerPoll,
      RandomGenerator order) {}

  /** How many partitions a topic has. */
  public int partitions(String topic) {
    return partitions.applyAsInt(topic);
  }

  /** Committed records of a partition. */
  public List<ConsumerRecord<byte[], byte[]>> committed(TopicPartition partition) {
    tick();
    return log(partition).committed();
  }

  /** Appends a record outside of any transaction. */
  public void append(ProducerRecord<byte[], byte[]> record, int partition) {
    long unused = append(record, new TopicPartition(record.topic(), partition), null);
  }

  /** Keeps the newest record of each key of a partition, but leaves the last records alone. */
  public void compact(TopicPartition partition, int untouched, long tombstonesBefore) {
    PartitionLog log = log(partition);
    log.compact(log.end() - untouched, tombstonesBefore);
  }

  /** Drops the records of a partition before an offset. */
  public void dropBefore(TopicPartition partition, long offset) {
    log(partition).dropBefore(offset);
  }

  /** True when no transaction is open in the partition. */
  public boolean isSettled(TopicPartition partition) {
    tick();
    PartitionLog log = logs.get(partition);
    return log == null || log.stable() == log.end();
  }

  /** True when the group has committed all that the partition holds, and nothing more may come. */
  public boolean hasRead(String group, TopicPartition partition) {
    tick();
    PartitionLog log = logs.get(partition);
    if (log == null) {
      return true;
    }
    OffsetAndMetadata committed = group(group).committed(partition);
    long from = committed == null ? log.start() : committed.offset();
    return log.stable() == log.end() && !log.holds(from);
  }

  /** Begins a rebalance of every group. */
  public void rebalance() {
    groups.values().forEach(ConsumerGroup::rebalance);
    changed.run();
  }

  /** Expels members whose session is over, and aborts transactions that have taken too long. */
  public void tick() {
    long now = now();
    groups.values().forEach(group -> group.expel(now));
    for (TransactionalId each : List.copyOf(transactionalIds.values())) {
      Transaction open = each.open;
      if (open != null && now - open.begun > each.timeout) {
        each.epoch++;
        end(each, Transaction.State.ABORTED);
      }
    }
  }

  long now() {
    return clock.getAsLong();
  }

  PartitionLog log(TopicPartition partition) {
    return logs.computeIfAbsent(partition, PartitionLog::new);
  }

  ConsumerGroup group(String id) {
    return groups.computeIfAbsent(id, any -> new ConsumerGroup(any, partitions));
  }

  long append(
      ProducerRecord<byte[], byte[]> record,
      TopicPartition partition,
      @Nullable Transaction transaction) {
    long offset = log(partition).append(record, now(), transaction);
    if (transaction == null) {
      changed.run();
    }
    return offset;
  }

  /** Fences earlier producers of the id, and aborts the transaction that one left open. */
  int begin(TransactionalId id) {
    id.epoch++;
    if (id.open != null) {
      end(id, Transaction.State.ABORTED);
    }
    return id.epoch;
  }

  Transaction transaction(TransactionalId id) {
    Transaction known = id.open;
    if (known == null) {
      known = new Transaction(now());
      id.open = known;
    }
    return known;
  }

  void end(TransactionalId id, Transaction.State state) {
    Transaction ending = id.open;
    id.open = null;
    if (ending != null) {
      ending.end(state);
      changed.run();
    }
  }

  List<PartitionInfo> partitionsOf(String topic) {
    List<PartitionInfo> all = new ArrayList<>();
    for (int number = 0; number < partitions(topic); number++) {
      all.add(new PartitionInfo(topic, number, Node.noNode(), new Node[0], new Node[0]));
    }
    return all;
  }

  void changed() {
    changed.run();
  }

  static Set<TopicPartition> without(Set<TopicPartition> all, Set<TopicPartition> others) {
    Set<TopicPartition> left = new java.util.LinkedHashSet<>(all);
    left.removeAll(others);
    return left;
  }
}
