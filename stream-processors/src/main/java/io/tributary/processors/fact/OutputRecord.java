package io.tributary.processors.fact;

import io.tributary.schemas.topic.Topic;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A record made from a fact.
 *
 * @param value null removes the key from a compacted topic
 * @param partitions destination; by the key when empty, of the whole topic for {@link #EVERY}
 */
public record OutputRecord<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, K key, @Nullable V value, Set<Integer> partitions) {

  private static final Set<Integer> EVERY = Set.of(-1);

  public OutputRecord {
    partitions = Set.copyOf(partitions);
  }

  /** A record in the partition of its key. */
  public OutputRecord(Topic<K, V> topic, K key, @Nullable V value) {
    this(topic, key, value, Set.of());
  }

  /** A record for every partition of its topic. */
  public static <K, V extends SpecificRecordBase> OutputRecord<K, V> everywhere(
      Topic<K, V> topic, K key, @Nullable V value) {
    return new OutputRecord<>(topic, key, value, EVERY);
  }

  /** Destination in a topic of so many partitions. */
  public Set<Integer> partitions(int count) {
    if (partitions.equals(EVERY)) {
      return IntStream.range(0, count).boxed().collect(Collectors.toUnmodifiableSet());
    }
    return partitions.isEmpty() ? Set.of(topic.partitionOf(key, count)) : partitions;
  }

  /** Topic and key as text. */
  String recordKey() {
    return topic + " " + topic.keys().encode(key);
  }
}
