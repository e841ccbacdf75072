package io.tributary.operations.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A record with its topic of the catalogue. */
record TracedRecord(Topic<?, ?> topic, ConsumerRecord<byte[], byte[]> record) {

  TopicKind kind() {
    return topic.kind();
  }

  Origin place() {
    return new Origin(record.topic(), record.partition(), record.offset());
  }

  TopicPartition partition() {
    return new TopicPartition(record.topic(), record.partition());
  }

  String key() {
    return record.key() == null ? "" : new String(record.key(), UTF_8);
  }

  /** Header's value; empty without it. */
  String header(RecordHeader header) {
    return header.get(record.headers()).orElse("");
  }

  String event() {
    return header(RecordHeader.FACT_ID);
  }

  /** Time of acceptance; that of the record by the broker if no header tells. */
  Instant acceptedAt() {
    String text = header(RecordHeader.ACCEPTED_AT);
    return Instant.ofEpochMilli(
        text.matches("\\d{1,15}") ? Long.parseLong(text) : record.timestamp());
  }

  /** True if its offset is among the committed ones. */
  boolean isBefore(Map<TopicPartition, Long> committed) {
    return record.offset() < committed.getOrDefault(partition(), 0L);
  }
}
