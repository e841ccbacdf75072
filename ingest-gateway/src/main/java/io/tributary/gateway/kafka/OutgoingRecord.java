package io.tributary.gateway.kafka;

import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

public record OutgoingRecord<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, K key, V value, Map<RecordHeader, String> headers) {

  byte[] keyBytes() {
    return topic.keyBytes(key);
  }

  /** The partition by the catalogue's count, checked at start. */
  int partition() {
    return topic.partitionOf(key, topic.partitions());
  }
}
