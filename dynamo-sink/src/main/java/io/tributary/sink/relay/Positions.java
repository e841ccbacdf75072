package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic of positions up to which a table's stream has been relayed. */
final class Positions {

  private static final Logger log = LoggerFactory.getLogger(Positions.class);

  private static final Duration POLL = Duration.ofMillis(100);

  private final ValueFormat format;
  private final Topic<ShardKey, StreamPosition> topic;
  private final TopicPartition partition;
  private final Ambient ambient;

  Positions(
      ValueFormat format, Topic<ShardKey, StreamPosition> topic, String name, Ambient ambient) {
    this.ambient = ambient;
    this.format = format;
    this.topic = topic;
    this.partition = new TopicPartition(name, 0);
  }

  TopicPartition partition() {
    return partition;
  }

  /**
   * The committed positions. Leaves the consumer at the end of the partition.
   *
   * @param wanted false ends the reading
   */
  StreamCheckpoints read(Consumer<byte[], byte[]> consumer, BooleanSupplier wanted) {
    Map<ShardKey, StreamPosition> positions = new HashMap<>();
    consumer.seekToBeginning(List.of(partition));
    long end = Collections.max(consumer.endOffsets(List.of(partition)).values());
    while (wanted.getAsBoolean() && consumer.position(partition) < end) {
      consumer.poll(POLL).records(partition).forEach(record -> apply(record, positions));
    }
    return new StreamCheckpoints(this, positions);
  }

  /** Record of a position, or tombstone of a shard that has gone. */
  ProducerRecord<byte[], byte[]> record(ShardKey key, Optional<StreamPosition> position) {
    String shard = topic.keys().encode(key);
    String where = position.map(StreamPosition::toString).orElse("gone");
    return new ProducerRecord<>(
        partition.topic(),
        partition.partition(),
        topic.keyBytes(key),
        position.map(format::encode).orElse(null),
        FactHeaders.of(ServiceEnvelope.SINK.of(shard + ' ' + where, shard, ambient.nowMillis())));
  }

  /** Skips unreadable positions: such a shard is read from its beginning. */
  private void apply(
      ConsumerRecord<byte[], byte[]> record, Map<ShardKey, StreamPosition> positions) {
    if (record.key() == null) {
      log.warn("passed over a position at offset {}: it has no key", record.offset());
      return;
    }
    try {
      ShardKey key = topic.keys().decode(new String(record.key(), StandardCharsets.UTF_8));
      if (record.value() == null) {
        positions.remove(key);
      } else {
        positions.put(key, format.decode(topic.requiredValueType(), record.value()));
      }
    } catch (KeyFormatException | UndecodableException e) {
      log.warn("passed over a position at offset {}: {}", record.offset(), e.toString());
    }
  }
}
