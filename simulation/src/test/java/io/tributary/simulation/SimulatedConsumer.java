package io.tributary.simulation;

import io.tributary.simulation.Faults.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A consumer of {@link SimulatedLog}, which reads what is committed. */
final class SimulatedConsumer extends MockConsumer<byte[], byte[]> {

  private final SimulatedLog log;
  private final SimulatedProcess process;
  private final SimulatedLog.@Nullable Group group;
  private final int recordsPerPoll;
  private final int number;
  private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
  private final Set<TopicPartition> paused = new LinkedHashSet<>();
  private Set<String> topics = Set.of();
  private @Nullable ConsumerRebalanceListener listener;
  private int generation = -1;
  private long lastSeen;
  private boolean closed;

  /** The group metadata of a member. */
  static final class Membership extends ConsumerGroupMetadata {

    private final SimulatedConsumer consumer;

    @SuppressWarnings("deprecation")
    Membership(SimulatedConsumer consumer) {
      super("group", consumer.generation, "member-" + consumer.number, Optional.empty());
      this.consumer = consumer;
    }

    SimulatedConsumer consumer() {
      return consumer;
    }
  }

  SimulatedConsumer(
      SimulatedLog log,
      SimulatedProcess process,
      SimulatedLog.@Nullable Group group,
      int recordsPerPoll,
      int number) {
    super("earliest");
    this.log = log;
    this.process = process;
    this.group = group;
    this.recordsPerPoll = recordsPerPoll;
    this.number = number;
    this.lastSeen = log.world().nanos();
  }

  int number() {
    return number;
  }

  SimulatedProcess process() {
    return process;
  }

  Set<String> topics() {
    return topics;
  }

  SimulatedLog.Group requireGroup() {
    if (group == null) {
      throw new IllegalStateException("in no group");
    }
    return group;
  }

  /** Heartbeats come from a thread of their own. */
  long silentFor() {
    if (process.isAlive() && !process.isPaused()) {
      lastSeen = log.world().nanos();
    }
    return log.world().nanos() - lastSeen;
  }

  void requireMember(Collection<TopicPartition> partitions) {
    SimulatedLog.Group own = requireGroup();
    log.expireMembers(own);
    if (!equals(own.members.get(number))
        || !partitions.stream().allMatch(each -> equals(own.owners.get(each)))) {
      throw new CommitFailedException("no member any more");
    }
  }

  @Override
  public void subscribe(Collection<String> wanted, ConsumerRebalanceListener callback) {
    topics = new TreeSet<>(wanted);
    listener = callback;
  }

  @Override
  public void assign(Collection<TopicPartition> partitions) {
    partitions.forEach(each -> positions.put(each, 0L));
  }

  private void join() {
    SimulatedLog.Group own = group;
    ConsumerRebalanceListener callback = listener;
    if (own == null || callback == null) {
      return;
    }
    log.expireMembers(own);
    if (!equals(own.members.get(number))) {
      if (generation >= 0) {
        Set<TopicPartition> lost = Set.copyOf(positions.keySet());
        positions.clear();
        paused.clear();
        generation = -1;
        callback.onPartitionsLost(lost);
      }
      own.members.put(number, this);
      own.generation++;
    }
    Set<TopicPartition> target = log.target(own, this);
    List<TopicPartition> revoked =
        positions.keySet().stream().filter(each -> !target.contains(each)).toList();
    if (!revoked.isEmpty()) {
      callback.onPartitionsRevoked(revoked);
      revoked.forEach(positions::remove);
      paused.removeAll(revoked);
      revoked.forEach(each -> own.owners.remove(each, this));
    }
    List<TopicPartition> added =
        target.stream().filter(each -> own.owners.putIfAbsent(each, this) == null).toList();
    added.forEach(each -> positions.put(each, committed(own, each)));
    boolean first = generation < 0;
    generation = own.generation;
    if (first || !added.isEmpty()) {
      callback.onPartitionsAssigned(added);
    }
  }

  private static long committed(SimulatedLog.Group group, TopicPartition partition) {
    OffsetAndMetadata committed = group.committed.get(partition);
    return committed == null ? 0 : committed.offset();
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    process.call("poll");
    log.expireTransactions();
    join();
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new LinkedHashMap<>();
    int left = recordsPerPoll;
    List<TopicPartition> order = new ArrayList<>(positions.keySet());
    java.util.Collections.rotate(order, order.isEmpty() ? 0 : process.chance().nextInt(order.size()));
    for (TopicPartition each : order) {
      if (!paused.contains(each)) {
        left -= fetch(each, left, found);
      }
    }
    process.call("polled");
    return new ConsumerRecords<>(found, Map.of());
  }

  private int fetch(
      TopicPartition from,
      int most,
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found) {
    SimulatedLog.Partition partition = log.partition(from);
    int at = Math.toIntExact(positions.get(from));
    int count = 0;
    while (at < partition.stable && count < most) {
      SimulatedLog.Entry entry = partition.entries.get(at);
      at++;
      ConsumerRecord<byte[], byte[]> record = entry.record;
      if (record != null && entry.committed) {
        found.computeIfAbsent(from, any -> new ArrayList<>()).add(record);
        count++;
      }
    }
    positions.put(from, (long) at);
    return count;
  }

  @Override
  public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
    process.call("commit");
    requireMember(offsets.keySet());
    if (log.strikes(Kind.KAFKA_TIMEOUT)) {
      throw new TimeoutException("not committed");
    }
    requireGroup().committed.putAll(offsets);
    if (log.strikes(Kind.KAFKA_LOST_ANSWER)) {
      throw new TimeoutException("committed, yet not answered");
    }
    process.call("committed");
  }

  @Override
  public long position(TopicPartition partition) {
    return positions.get(partition);
  }

  @Override
  public long position(TopicPartition partition, Duration timeout) {
    return positions.get(partition);
  }

  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    partitions.forEach(each -> positions.put(each, 0L));
  }

  @Override
  public void seekToEnd(Collection<TopicPartition> partitions) {
    partitions.forEach(each -> positions.put(each, (long) log.partition(each).stable));
  }

  @Override
  public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
    process.call("ends");
    Map<TopicPartition, Long> ends = new HashMap<>();
    partitions.forEach(each -> ends.put(each, (long) log.partition(each).stable));
    return ends;
  }

  @Override
  public Map<TopicPartition, Long> endOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    return endOffsets(partitions);
  }

  @Override
  public Set<TopicPartition> assignment() {
    return Set.copyOf(positions.keySet());
  }

  @Override
  public Set<TopicPartition> paused() {
    return Set.copyOf(paused);
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    paused.addAll(partitions);
  }

  @Override
  public void resume(Collection<TopicPartition> partitions) {
    paused.removeAll(List.copyOf(partitions));
  }

  @Override
  public ConsumerGroupMetadata groupMetadata() {
    return new Membership(this);
  }

  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return Map.of();
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return log.partitionsOf(topic).stream()
        .map(each -> new PartitionInfo(topic, each.name.partition(), null, null, null))
        .toList();
  }

  @Override
  public void wakeup() {
    process.wakeReaders();
  }

  @Override
  public void close() {
    SimulatedLog.Group own = group;
    if (own != null && !closed) {
      closed = true;
      process.call("leave");
      log.leave(own, this);
    }
  }

  @Override
  public void close(CloseOptions options) {
    close();
  }
}
