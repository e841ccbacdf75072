package io.tributary.processors.topology;

import io.tributary.processors.fact.PlacedKey;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * How records of a topic are written: key by its codec, value by the format, partition by the
 * partition key alone.
 */
record TopicWriter<K, V extends SpecificRecordBase>(Topic<K, V> topic, ValueFormat format) {

  Serializer<Object> keys() {
    return (name, key) -> topic.keyBytes(keyOf(key));
  }

  @SuppressWarnings("NullAway") // Kafka's interface takes null for a tombstone
  Serializer<V> values() {
    return (name, value) -> bytes(value);
  }

  StreamPartitioner<Object, V> partitioner() {
    return (name, key, value, count) ->
        Optional.of(
            key instanceof PlacedKey<?> placed
                ? placed.partitions()
                : Set.of(topic.partitionOf(keyOf(key), count)));
  }

  @SuppressWarnings("unchecked") // emissions of a topic have its keys
  private K keyOf(Object key) {
    return (K) (key instanceof PlacedKey<?> placed ? placed.key() : key);
  }

  private byte @Nullable [] bytes(@Nullable V value) {
    return value == null ? null : format.encode(value);
  }
}
