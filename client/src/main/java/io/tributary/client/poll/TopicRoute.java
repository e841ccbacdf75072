package io.tributary.client.poll;

import io.tributary.client.record.Provenance;
import io.tributary.client.record.RecordHandler;
import io.tributary.client.record.TypedRecord;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Decoding of one topic's records for their handler. */
public record TopicRoute<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, RecordHandler<K, V> handler) {

  /** A decoded record with its handler. */
  interface Delivery {
    void deliver() throws Exception;
  }

  /** Position of a record. */
  public static Origin origin(ConsumerRecord<?, ?> record) {
    return new Origin(record.topic(), record.partition(), record.offset());
  }

  /** Decodes a record; {@link UndecodableException} names the part that cannot be read. */
  Delivery decode(ConsumerRecord<byte[], byte[]> record, ValueFormat format) {
    K key = key(record.key());
    byte @Nullable [] bytes = record.value();
    @Nullable V value = bytes == null ? null : format.decode(topic.requiredValueType(), bytes);
    TypedRecord<K, V> typed =
        new TypedRecord<>(origin(record), key, value, Provenance.of(record.headers()));
    return () -> handler.handle(typed);
  }

  private K key(byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new UndecodableException("no key", null);
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return topic.keys().decode(text);
    } catch (CharacterCodingException e) {
      throw new UndecodableException("the key is no UTF-8", e);
    } catch (KeyFormatException e) {
      throw new UndecodableException("not a key of " + topic.name() + ": " + e.getMessage(), e);
    }
  }
}
