package io.tributary.processors.topology;

import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Serializers and partitioner of a topic. The key of a record between two nodes is its {@link
 * OutputRecord}.
 */
record TopicWriter<K, V extends SpecificRecordBase>(Topic<K, V> topic, ValueFormat format) {

  Serializer<Object> keys() {
    return (name, outputRecord) -> topic.keyBytes(of(outputRecord).key());
  }

  @SuppressWarnings("NullAway") // Kafka's interface takes null for a tombstone
  Serializer<V> values() {
    return (name, value) -> bytes(value);
  }

  @SuppressWarnings("removal") // Kafka's only abstract method until 5.0
  StreamPartitioner<Object, V> partitioner() {
    return (name, outputRecord, value, count) -> Optional.of(of(outputRecord).partitions(count));
  }

  @SuppressWarnings("unchecked") // a node takes the records of its topic
  private OutputRecord<K, V> of(Object outputRecord) {
    return (OutputRecord<K, V>) outputRecord;
  }

  private byte @Nullable [] bytes(@Nullable V value) {
    return value == null ? null : format.encode(value);
  }
}
