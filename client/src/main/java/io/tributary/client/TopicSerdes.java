package io.tributary.client;

import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Serdes of the catalogue's topics, for Kafka Streams. Deserializing throws {@link
 * io.tributary.schemas.format.UndecodableException} and {@link
 * io.tributary.schemas.key.KeyFormatException}; a topology that must go on has {@link
 * io.tributary.client.streams.SkipUndecodable}, which lets {@link
 * io.tributary.schemas.format.SchemaUnavailableException} through; Kafka's own {@code
 * LogAndContinueExceptionHandler} would skip good records while the registry is away.
 */
public final class TopicSerdes {

  private final ValueFormat format;

  /** Serdes of a format. */
  public TopicSerdes(ValueFormat format) {
    this.format = format;
  }

  /** Serde of a topic's keys. */
  public <K> Serde<K> keys(Topic<K, ?> topic) {
    return Serdes.serdeFrom(
        (name, key) -> key == null ? null : topic.keyBytes(key),
        (name, bytes) ->
            bytes == null ? null : topic.keys().decode(new String(bytes, StandardCharsets.UTF_8)));
  }

  /** Serde of a topic's values. */
  public <V extends SpecificRecordBase> Serde<V> values(Topic<?, V> topic) {
    return values(topic.requiredValueType());
  }

  /** Serde of a generated type, such as an application's own state. */
  public <V extends SpecificRecordBase> Serde<V> values(Class<V> type) {
    return Serdes.serdeFrom(
        (name, value) -> value == null ? null : format.encode(value),
        (name, bytes) -> bytes == null ? null : format.decode(type, bytes));
  }
}
