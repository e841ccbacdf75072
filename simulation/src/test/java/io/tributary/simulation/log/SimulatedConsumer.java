package io.tributary.simulation.log;

import io.tributary.simulation.log.ConsumerGroup.Member;
import io.tributary.simulation.log.ConsumerGroup.Subscriber;
import io.tributary.simulation.log.SimulatedCluster.ConsumerSettings;
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
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** A consumer of committed records, alone or as a member of a group. It never waits. */
final class SimulatedConsumer extends PartialConsumer {

  private static final ConsumerRebalanceListener NO_LISTENER = new NoListener();

  private final SimulatedCluster cluster;
  private final Connection connection;
  private final ConsumerSettings settings;
  private final @Nullable ConsumerGroup group;
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Set<TopicPartition> paused = new LinkedHashSet<>();
  private Set<TopicPartition> assigned = new LinkedHashSet<>();
  private Set<String> topics = Set.of();
  private ConsumerRebalanceListener listener = NO_LISTENER;
  private @Nullable Member member;
  private boolean woken;
  private boolean closed;

  SimulatedConsumer(SimulatedCluster cluster, Connection connection, ConsumerSettings settings) {
    this.cluster = cluster;
    this.connection = connection;
    this.settings = settings;
    this.group = settings.group().isEmpty() ? null : cluster.group(settings.group());
  }

  private static final class NoListener implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
  }

  @Override
  public void subscribe(Collection<String> wanted, ConsumerRebalanceListener callback) {
    topics = new LinkedHashSet<>(wanted);
    listener = callback;
  }

  @Override
  public void subscribe(Collection<String> wanted) {
    subscribe(wanted, NO_LISTENER);
  }

  @Override
  public Set<String> subscription() {
    return topics;
  }

  @Override
  public void assign(Collection<TopicPartition> partitions) {
    assigned = new LinkedHashSet<>(partitions);
  }

  @Override
  public Set<TopicPartition> assignment() {
    return Set.copyOf(assigned);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    begin("poll");
    if (!topics.isEmpty()) {
      keepMembership(requiredGroup());
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new LinkedHashMap<>();
    int left = settings.recordsPerPoll();
    List<TopicPartition> order = new ArrayList<>(assigned);
    while (!order.isEmpty() && left > 0) {
      TopicPartition next = order.remove(settings.order().nextInt(order.size()));
      left -= read(next, left, records);
    }
    connection.after("poll");
    return new ConsumerRecords<>(records, Map.of());
  }

  private int read(
      TopicPartition partition,
      int most,
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records) {
    Optional<Long> position = known(partition);
    if (position.isEmpty() || paused.contains(partition)) {
      return 0;
    }
    List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
    PartitionLog log = cluster.log(partition);
    long from = Math.max(position.get(), log.start());
    positions.put(partition, log.read(from, most, read::add));
    if (!read.isEmpty()) {
      records.put(partition, read);
    }
    return read.size();
  }

  /** The position, which follows from the group's offset as soon as that is stable. */
  private Optional<Long> known(TopicPartition partition) {
    Long position = positions.get(partition);
    if (position != null) {
      return Optional.of(position);
    }
    if (group == null) {
      return Optional.empty();
    }
    if (group.isUnstable(partition)) {
      return Optional.empty();
    }
    OffsetAndMetadata committed = group.committed(partition);
    long begin = committed == null ? cluster.log(partition).start() : committed.offset();
    positions.put(partition, begin);
    return Optional.of(begin);
  }

  private void keepMembership(ConsumerGroup own) {
    Member current = member;
    if (current != null && !own.isMember(current)) {
      member = null;
      Set<TopicPartition> lost = take(assigned);
      if (!lost.isEmpty()) {
        listener.onPartitionsLost(lost);
      }
      current = null;
    }
    if (current == null) {
      current =
          own.join(
              new Subscriber(connection, topics, settings.sessionMillis(), settings.cooperative()),
              cluster.now());
      member = current;
      cluster.changed();
    }
    if (own.awaits(current)) {
      if (!settings.cooperative() && !assigned.isEmpty()) {
        listener.onPartitionsRevoked(Set.copyOf(assigned));
        Set<TopicPartition> unused = take(assigned);
      }
      own.rejoin(current, assigned);
      cluster.changed();
    }
    if (own.hasBegun(current)) {
      begin(own, current);
    }
  }

  /** A new generation has begun. */
  private void begin(ConsumerGroup own, Member current) {
    Set<TopicPartition> mine = own.assignment(current);
    Set<TopicPartition> gone = SimulatedCluster.without(assigned, mine);
    if (!gone.isEmpty()) {
      listener.onPartitionsRevoked(gone);
      Set<TopicPartition> unused = take(gone);
    }
    Set<TopicPartition> added = SimulatedCluster.without(mine, assigned);
    assigned.addAll(added);
    own.owns(current, assigned);
    listener.onPartitionsAssigned(added);
    if (!gone.isEmpty()) {
      own.gaveUp();
      cluster.changed();
    }
  }

  private Set<TopicPartition> take(Set<TopicPartition> gone) {
    Set<TopicPartition> taken = Set.copyOf(gone);
    taken.forEach(positions::remove);
    paused.removeAll(taken);
    assigned.removeAll(taken);
    return taken;
  }

  @Override
  public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
    begin("commitOffsets");
    ConsumerGroup own = requiredGroup();
    Member current = member;
    if (current == null || !own.isMember(current)) {
      throw new CommitFailedException("the group has gone on without this member");
    }
    if (!own.accepts(current.id, current.generation())) {
      throw new RebalanceInProgressException("a new generation has begun");
    }
    own.store(offsets);
    connection.after("commitOffsets");
  }

  @Override
  public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
    commitSync(offsets, Duration.ofMinutes(1));
  }

  @Override
  public void seek(TopicPartition partition, long offset) {
    positions.put(partition, offset);
  }

  @Override
  public void seekToBeginning(Collection<TopicPartition> partitions) {
    partitions.forEach(each -> positions.put(each, cluster.log(each).start()));
  }

  @Override
  public void seekToEnd(Collection<TopicPartition> partitions) {
    partitions.forEach(each -> positions.put(each, cluster.log(each).stable()));
  }

  @Override
  public long position(TopicPartition partition) {
    return position(partition, Duration.ofMinutes(1));
  }

  @Override
  public long position(TopicPartition partition, Duration timeout) {
    if (!assigned.contains(partition)) {
      throw new IllegalStateException(partition + " is not assigned");
    }
    return known(partition)
        .orElseThrow(() -> new TimeoutException("the offset of " + partition + " is not stable"));
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
    begin("committed");
    Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
    for (TopicPartition each : partitions) {
      OffsetAndMetadata offset = requiredGroup().committed(each);
      if (offset != null) {
        found.put(each, offset);
      }
    }
    connection.after("committed");
    return found;
  }

  @Override
  public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    partitions.forEach(each -> offsets.put(each, cluster.log(each).start()));
    return offsets;
  }

  @Override
  public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
    begin("endOffsets");
    Map<TopicPartition, Long> offsets = new HashMap<>();
    partitions.forEach(each -> offsets.put(each, cluster.log(each).stable()));
    connection.after("endOffsets");
    return offsets;
  }

  @Override
  public Map<TopicPartition, Long> endOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    return endOffsets(partitions);
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return cluster.partitionsOf(topic);
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
    paused.removeAll(Set.copyOf(partitions));
  }

  @Override
  @SuppressWarnings("removal") // no other constructor is public
  public ConsumerGroupMetadata groupMetadata() {
    Member current = member;
    return current == null
        ? new ConsumerGroupMetadata(settings.group())
        : new ConsumerGroupMetadata(
            settings.group(), current.generation(), current.id, Optional.empty());
  }

  @Override
  public void wakeup() {
    woken = true;
  }

  @Override
  public void close() {
    Member current = member;
    if (!closed && current != null && group != null && connection.isAlive()) {
      if (group.isMember(current) && !assigned.isEmpty()) {
        listener.onPartitionsRevoked(Set.copyOf(assigned));
      }
      group.leave(current);
      cluster.changed();
    }
    closed = true;
  }

  /** Every request comes with what has happened by the clock, and may be woken. */
  private void begin(String request) {
    if (closed) {
      throw new IllegalStateException("the consumer is closed");
    }
    if (woken) {
      woken = false;
      throw new WakeupException();
    }
    connection.before(request);
    cluster.tick();
  }

  private ConsumerGroup requiredGroup() {
    ConsumerGroup own = group;
    if (own == null) {
      throw new IllegalStateException("the consumer has no group");
    }
    return own;
  }
}
