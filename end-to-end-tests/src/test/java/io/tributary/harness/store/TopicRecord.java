package io.tributary.harness.store;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** One record of a topic, as bytes. */
public record TopicRecord(ConsumerRecord<byte[], byte[]> raw) {

  /** The key as text. */
  public String key() {
    return raw.key() == null ? "" : new String(raw.key(), StandardCharsets.UTF_8);
  }

  /** The last header of that name as text. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(raw.headers().lastHeader(name))
        .map(Header::value)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** {@code topic/partition/offset}, as dead letters name their origin. */
  public String place() {
    return raw.topic() + "/" + raw.partition() + "/" + raw.offset();
  }
}
