package io.tributary.runtime.kafka.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Partitions that a consumer has read up to an offset which it must not pass yet. */
final class ReadLimit {

  private final ToLongFunction<TopicPartition> limits;

  /** Offsets of the next record. */
  private final Map<TopicPartition, Long> held = new HashMap<>();

  /** Partitions that the consumer's user has paused. */
  private final Set<TopicPartition> paused = new HashSet<>();

  /**
   * A limit of one consumer.
   *
   * @param limits the first offset of each partition that must not be read yet
   */
  ReadLimit(ToLongFunction<TopicPartition> limits) {
    this.limits = limits;
  }

  /** The offset at which the partition is held. */
  OptionalLong held(TopicPartition place) {
    Long next = held.get(place);
    return next == null ? OptionalLong.empty() : OptionalLong.of(next);
  }

  void pause(Collection<TopicPartition> places) {
    paused.addAll(places);
  }

  /** The partitions without held ones. */
  List<TopicPartition> resume(Collection<TopicPartition> places) {
    paused.removeAll(places);
    return places.stream().filter(place -> !held.containsKey(place)).toList();
  }

  /**
   * Held partitions that go on, but for paused ones.
   *
   * @param positions of the consumer, moved by its user where they differ
   */
  List<TopicPartition> release(
      Set<TopicPartition> assigned, ToLongFunction<TopicPartition> positions) {
    held.keySet().retainAll(assigned);
    paused.retainAll(assigned);
    List<TopicPartition> free =
        held.entrySet().stream()
            .filter(
                next ->
                    limits.applyAsLong(next.getKey()) > next.getValue()
                        || positions.applyAsLong(next.getKey()) != next.getValue())
            .map(Map.Entry::getKey)
            .toList();
    free.forEach(held::remove);
    return free.stream().filter(place -> !paused.contains(place)).toList();
  }

  /** Records before the limit; where there are more, their partition is held from here on. */
  ConsumerRecords<byte[], byte[]> cut(ConsumerRecords<byte[], byte[]> polled) {
    held.keySet().removeAll(polled.partitions());
    if (polled.partitions().stream().noneMatch(place -> passes(place, polled.records(place)))) {
      return polled;
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(polled.nextOffsets());
    for (TopicPartition place : polled.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(polled.records(place));
      long limit = limits.applyAsLong(place);
      records.removeIf(record -> record.offset() >= limit);
      if (records.size() < polled.records(place).size()) {
        ConsumerRecord<byte[], byte[]> first = polled.records(place).get(records.size());
        held.put(place, first.offset());
        next.put(place, new OffsetAndMetadata(first.offset(), first.leaderEpoch(), ""));
      }
      if (!records.isEmpty()) {
        kept.put(place, records);
      }
    }
    return new ConsumerRecords<>(kept, next);
  }

  private boolean passes(TopicPartition place, List<ConsumerRecord<byte[], byte[]>> records) {
    return records.get(records.size() - 1).offset() >= limits.applyAsLong(place);
  }
}
