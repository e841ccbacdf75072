package io.tributary.processors.topology;

import io.tributary.processors.fact.Emission;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Serializers and partitioner of a topic. The key of a record between two nodes is its {@link
 * Emission}.
 */
record TopicWriter<K, V extends SpecificRecordBase>(Topic<K, V> topic, ValueFormat format) {

  Serializer<Object> keys() {
    return (name, emission) -> topic.keyBytes(of(emission).key());
  }

  @SuppressWarnings("NullAway") // Kafka's interface takes null for a tombstone
  Serializer<V> values() {
    return (name, value) -> bytes(value);
  }

  @SuppressWarnings("removal") // Kafka's only abstract method until 5.0
  StreamPartitioner<Object, V> partitioner() {
    return (name, emission, value, count) -> Optional.of(of(emission).partitions(count));
  }

  @SuppressWarnings("unchecked") // a node takes the emissions of its topic
  private Emission<K, V> of(Object emission) {
    return (Emission<K, V>) emission;
  }

  private byte @Nullable [] bytes(@Nullable V value) {
    return value == null ? null : format.encode(value);
  }
}
