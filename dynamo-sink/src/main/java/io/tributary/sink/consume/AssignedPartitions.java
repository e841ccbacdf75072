package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import io.tributary.sink.commit.PartitionCommit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Progress of the assigned partitions. For the consumer's thread. */
final class AssignedPartitions {

  private final RouteTable routes;
  private final Ticker ticker;
  private final SessionLease lease;
  private final Map<TopicPartition, PartitionProgress> partitions = new HashMap<>();

  AssignedPartitions(RouteTable routes, Ticker ticker, SessionLease lease) {
    this.routes = routes;
    this.ticker = ticker;
    this.lease = lease;
  }

  void add(Collection<TopicPartition> added) {
    added.forEach(
        partition ->
            partitions.put(
                partition, new PartitionProgress(partition, routes::due, ticker, lease)));
  }

  /** Forgets partitions; their writes that have not begun are dropped. */
  void drop(Collection<TopicPartition> dropped) {
    List.copyOf(dropped).stream()
        .map(partitions::remove)
        .filter(Objects::nonNull)
        .forEach(PartitionProgress::drop);
  }

  /** Forgets which offsets of the partitions were committed. */
  void restart(Collection<TopicPartition> restarted) {
    restarted.stream()
        .map(partitions::get)
        .filter(Objects::nonNull)
        .forEach(PartitionProgress::restart);
  }

  Set<TopicPartition> partitions() {
    return Set.copyOf(partitions.keySet());
  }

  PendingRecord take(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    PartitionProgress progress = partitions.get(partition);
    if (progress == null) {
      throw new IllegalStateException("a record of " + partition + ", which is not assigned");
    }
    return progress.take(record);
  }

  int held() {
    return partitions.values().stream().mapToInt(PartitionProgress::held).sum();
  }

  /** Bytes of the records that are held. */
  long bytes() {
    return partitions.values().stream().mapToLong(PartitionProgress::bytes).sum();
  }

  /** The first unfinished record of each partition. */
  List<PendingRecord> oldest() {
    return partitions.values().stream().flatMap(each -> each.oldest().stream()).toList();
  }

  boolean unfinished(Collection<TopicPartition> of) {
    return of.stream().map(partitions::get).anyMatch(each -> each != null && each.unfinished());
  }

  /** The commits that are due, by the consumer's positions. */
  List<PartitionCommit> commits(
      Collection<TopicPartition> of, Function<TopicPartition, OptionalLong> positions) {
    return of.stream().flatMap(partition -> commit(partition, positions).stream()).toList();
  }

  void committed(List<PartitionCommit> commits) {
    for (PartitionCommit commit : commits) {
      PartitionProgress progress = partitions.get(commit.partition());
      if (progress != null) {
        progress.committed(commit);
      }
    }
  }

  private Optional<PartitionCommit> commit(
      TopicPartition partition, Function<TopicPartition, OptionalLong> positions) {
    return Optional.ofNullable(partitions.get(partition))
        .flatMap(progress -> progress.commit(positions.apply(partition)));
  }
}
