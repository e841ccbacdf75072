package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Positions up to which streams have been relayed, and their changes since the last commit. */
final class StreamCheckpoints {

  /** Interval of positions without news. */
  private static final Duration STANDSTILL = Duration.ofMinutes(5);

  private final Positions positions;
  private final Map<ShardKey, StreamPosition> current;
  private final Set<ShardKey> changed = new LinkedHashSet<>();

  StreamCheckpoints(Positions positions, Map<ShardKey, StreamPosition> committed) {
    this.positions = positions;
    this.current = new HashMap<>(committed);
  }

  /** The stream's positions by shard. */
  Map<String, StreamPosition> of(String arn) {
    return current.entrySet().stream()
        .filter(entry -> entry.getKey().streamArn().equals(arn))
        .collect(Collectors.toMap(entry -> entry.getKey().shardId(), Map.Entry::getValue));
  }

  /** Other streams with positions. */
  Set<String> streamsBut(String arn) {
    return current.keySet().stream()
        .map(ShardKey::streamArn)
        .filter(stream -> !stream.equals(arn))
        .collect(Collectors.toSet());
  }

  /** Time up to which every open shard has been relayed at least. */
  OptionalLong oldest() {
    return current.values().stream()
        .filter(position -> !position.getFinished())
        .mapToLong(StreamPosition::getAtMs)
        .min();
  }

  void moved(StreamPosition position) {
    ShardKey key = new ShardKey(position.getStreamArn(), position.getShardId());
    if (isNews(position, current.get(key))) {
      current.put(key, position);
      changed.add(key);
    }
  }

  void gone(ShardKey key) {
    if (current.remove(key) != null) {
      changed.add(key);
    }
  }

  boolean any() {
    return !changed.isEmpty();
  }

  /** Records of the changes. */
  List<ProducerRecord<byte[], byte[]>> records() {
    return changed.stream()
        .map(key -> positions.record(key, Optional.ofNullable(current.get(key))))
        .toList();
  }

  /** Takes the changes as committed. */
  void commit() {
    changed.clear();
  }

  private static boolean isNews(StreamPosition position, @Nullable StreamPosition before) {
    return before == null
        || position.getFinished()
        || !Objects.equals(position.getSequenceNumber(), before.getSequenceNumber())
        || position.getAtMs() - before.getAtMs() >= STANDSTILL.toMillis();
  }
}
