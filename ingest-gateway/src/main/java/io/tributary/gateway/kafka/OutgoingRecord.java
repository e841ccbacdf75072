package io.tributary.gateway.kafka;

import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

public record OutgoingRecord<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, K key, V value, Map<RecordHeader, String> headers) {

  byte[] keyBytes() {
    return topic.keyBytes(key);
  }

  /** The partition among those of the topic. */
  int partition(TopicNaming naming) {
    return topic.partitionOf(key, naming.partitions(topic));
  }
}
