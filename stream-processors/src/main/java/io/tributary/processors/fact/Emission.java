package io.tributary.processors.fact;

import io.tributary.schemas.topic.Topic;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A record that a fact becomes.
 *
 * @param value null removes the key from a compacted topic
 * @param partitions where it goes, whatever its key says; the key decides when there are none
 */
public record Emission<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, K key, @Nullable V value, Set<Integer> partitions) {

  /** Copies the partitions. */
  public Emission {
    partitions = Set.copyOf(partitions);
  }

  /** A record that goes where its key says. */
  public Emission(Topic<K, V> topic, K key, @Nullable V value) {
    this(topic, key, value, Set.of());
  }

  /** A record that goes to every partition of its topic, so that each knows of it. */
  public static <K, V extends SpecificRecordBase> Emission<K, V> everywhere(
      Topic<K, V> topic, K key, V value) {
    Set<Integer> all =
        IntStream.range(0, topic.partitions()).boxed().collect(Collectors.toUnmodifiableSet());
    return new Emission<>(topic, key, value, all);
  }

  /** Its topic and its record's key, as words. */
  String recordKey() {
    return topic + " " + topic.keys().encode(key);
  }
}
