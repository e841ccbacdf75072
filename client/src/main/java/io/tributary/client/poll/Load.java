package io.tributary.client.poll;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Waiting records.
 *
 * @param bytes of their keys and values
 */
record Load(int records, long bytes) {

  static final Load NONE = new Load(0, 0);

  static Load of(ConsumerRecord<byte[], byte[]> record) {
    // the size of what is null is negative
    long key = Math.max(0, record.serializedKeySize());
    return new Load(1, key + Math.max(0, record.serializedValueSize()));
  }

  Load plus(Load other) {
    return new Load(records + other.records, bytes + other.bytes);
  }

  Load minus(Load other) {
    return new Load(records - other.records, bytes - other.bytes);
  }

  boolean exceeds(Load limit) {
    return records > limit.records || bytes > limit.bytes;
  }
}
