package io.tributary.benchmarks.dedupe;

import io.tributary.schemas.key.devices.ReadingKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;

/** What the store's changelog holds. */
final class Changelog {

  private Changelog() {}

  static List<KeyValue<byte[], byte[]>> records(List<ReadingKey> keys) {
    List<KeyValue<byte[], byte[]>> records = new ArrayList<>(keys.size());
    for (ReadingKey key : keys) {
      byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(key.timestampMs()).array();
      records.add(new KeyValue<>(Ids.digest(key).bytes(), value));
    }
    return records;
  }
}
