package io.tributary.traffic;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A committed record as a topic holds it.
 *
 * @param timestamp epoch milliseconds
 * @param key UTF-8 text
 * @param value framed Avro, from position to limit, not to be moved; null for a tombstone
 * @param headers as text
 */
public record LogRecord(
    String topic,
    int partition,
    long offset,
    long timestamp,
    String key,
    @Nullable ByteBuffer value,
    Map<String, String> headers) {

  /** The place of the record, {@code topic/partition/offset}, as dead letters name their origin. */
  public String place() {
    return topic + '/' + partition + '/' + offset;
  }

  /** The header's value. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
