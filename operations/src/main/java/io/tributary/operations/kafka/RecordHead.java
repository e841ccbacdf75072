package io.tributary.operations.kafka;

import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Records without their values, for lists: senders choose how large values are. Keys and headers
 * are cut at a kibibyte.
 */
public final class RecordHead {

  private static final int MOST = 1024;

  private RecordHead() {}

  /** The record without its value; its serialized value size still tells the value's bytes. */
  public static ConsumerRecord<byte[], byte[]> of(ConsumerRecord<byte[], byte[]> record) {
    RecordHeaders headers = new RecordHeaders();
    for (Header header : record.headers()) {
      headers.add(header.key(), header.value() == null ? null : cut(header.value()));
    }
    return new ConsumerRecord<>(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.timestampType(),
        record.key() == null ? 0 : record.key().length,
        size(record),
        record.key() == null ? null : cut(record.key()),
        null,
        headers,
        record.leaderEpoch(),
        Optional.empty());
  }

  /** Bytes of the value, also of one that is left out. */
  public static int size(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null
        ? Math.max(0, record.serializedValueSize())
        : record.value().length;
  }

  private static byte[] cut(byte[] bytes) {
    return bytes.length <= MOST ? bytes : Arrays.copyOf(bytes, MOST);
  }
}
