package io.tributary.simulation.log;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A transaction, from its first record to its marker. */
final class Transaction {

  /** The states of a transaction. */
  enum State {
    ONGOING,
    COMMITTED,
    ABORTED
  }

  final long begun;
  private final Set<PartitionLog> logs = new LinkedHashSet<>();
  private final Map<ConsumerGroup, Map<TopicPartition, OffsetAndMetadata>> offsets =
      new LinkedHashMap<>();
  private State state = State.ONGOING;

  Transaction(long begun) {
    this.begun = begun;
  }

  State state() {
    return state;
  }

  void touch(PartitionLog log) {
    logs.add(log);
  }

  void addOffsets(ConsumerGroup group, Map<TopicPartition, OffsetAndMetadata> added) {
    offsets.computeIfAbsent(group, any -> new LinkedHashMap<>()).putAll(added);
    group.pend(this, added.keySet());
  }

  /** Ends the transaction and writes its markers. */
  void end(State last) {
    state = last;
    logs.forEach(log -> log.mark(this));
    offsets.forEach(
        (group, committed) -> {
          if (last == State.COMMITTED) {
            group.store(committed);
          }
          group.settle(this);
        });
  }
}
