package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads how far a table's stream has been relayed. */
final class Positions {

  private static final Duration POLL = Duration.ofMillis(100);

  private final Framing framing;
  private final Topic<ShardKey, StreamPosition> topic;

  Positions(Framing framing, Topic<ShardKey, StreamPosition> topic) {
    this.framing = framing;
    this.topic = topic;
  }

  /**
   * All that are committed now. The consumer, which has the partition, stands at its end then.
   *
   * @param wanted false as soon as the reading is to be given up
   */
  Map<ShardKey, StreamPosition> read(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, BooleanSupplier wanted) {
    Map<ShardKey, StreamPosition> positions = new HashMap<>();
    consumer.seekToBeginning(List.of(partition));
    long end = Collections.max(consumer.endOffsets(List.of(partition)).values());
    while (wanted.getAsBoolean() && consumer.position(partition) < end) {
      consumer.poll(POLL).records(partition).forEach(record -> apply(record, positions));
    }
    return positions;
  }

  private void apply(
      ConsumerRecord<byte[], byte[]> record, Map<ShardKey, StreamPosition> positions) {
    ShardKey key = topic.keys().decode(new String(record.key(), StandardCharsets.UTF_8));
    if (record.value() == null) {
      positions.remove(key);
    } else {
      positions.put(key, framing.decode(topic.requiredValueType(), record.value()));
    }
  }

  /** Those of one stream, by shard. */
  static Map<String, StreamPosition> of(String arn, Map<ShardKey, StreamPosition> positions) {
    return positions.entrySet().stream()
        .filter(entry -> entry.getKey().streamArn().equals(arn))
        .collect(Collectors.toMap(entry -> entry.getKey().shardId(), Map.Entry::getValue));
  }
}
