package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic of positions up to which a table's stream has been relayed. */
final class Positions {

  private static final Logger log = LoggerFactory.getLogger(Positions.class);

  private static final Predicate<String> NUMBER = Pattern.compile("[0-9]{1,64}").asMatchPredicate();
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ValueFormat format;
  private final Topic<ShardKey, StreamPosition> topic;
  private final TopicPartition partition;
  private final RuntimeContext runtime;

  Positions(
      ValueFormat format,
      Topic<ShardKey, StreamPosition> topic,
      String name,
      RuntimeContext runtime) {
    this.runtime = runtime;
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
    LogReader reader = new LogReader(consumer, POLL, polls -> true, PATIENCE);
    reader.read(
        consumer.endOffsets(List.of(partition)),
        new LogReader.Visitor() {
          @Override
          public void record(ConsumerRecord<byte[], byte[]> record) {
            apply(record, positions);
          }

          @Override
          public boolean enough() {
            return !wanted.getAsBoolean();
          }
        });
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
        FactHeaders.of(ServiceEnvelope.SINK.of(shard + ' ' + where, shard, runtime.nowMillis())));
  }

  /** Skips positions that are not believed: such a shard is read from its beginning. */
  private void apply(
      ConsumerRecord<byte[], byte[]> record, Map<ShardKey, StreamPosition> positions) {
    try {
      if (record.key() == null) {
        throw new KeyFormatException("it has no key");
      }
      ShardKey key = topic.keys().decode(new String(record.key(), StandardCharsets.UTF_8));
      if (record.value() == null) {
        positions.remove(key);
      } else {
        positions.put(key, position(key, record.value()));
      }
    } catch (KeyFormatException | UndecodableException e) {
      log.warn(
          "skipped {}/{}/{}: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          e.toString());
    }
  }

  private StreamPosition position(ShardKey key, byte[] value) {
    StreamPosition position = format.decode(topic.requiredValueType(), value);
    String number = position.getSequenceNumber();
    if (!key.equals(new ShardKey(position.getStreamArn(), position.getShardId()))) {
      throw new KeyFormatException("its value is of another key");
    }
    if (number != null && !NUMBER.test(number)) {
      throw new KeyFormatException("its sequence number has other characters than digits");
    }
    return position;
  }
}
