package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Committed positions, and their changes since. */
final class StreamCheckpoints {

  /** Interval of positions without news. */
  private static final Duration STANDSTILL = Duration.ofMinutes(5);

  private final Positions positions;
  private final Map<ShardKey, StreamPosition> committed;
  private final Map<ShardKey, Optional<StreamPosition>> moves = new LinkedHashMap<>();

  StreamCheckpoints(Positions positions, Map<ShardKey, StreamPosition> committed) {
    this.positions = positions;
    this.committed = new HashMap<>(committed);
  }

  /** The stream's positions, changes included, by shard. */
  Map<String, StreamPosition> of(String arn) {
    return Positions.of(arn, all());
  }

  /** Other streams with positions. */
  Set<String> streamsBut(String arn) {
    Set<String> streams = new TreeSet<>();
    all().keySet().forEach(key -> streams.add(key.streamArn()));
    streams.remove(arn);
    return streams;
  }

  /** Time up to which every open shard has been relayed at least. */
  OptionalLong oldest() {
    return all().values().stream()
        .filter(position -> !position.getFinished())
        .mapToLong(StreamPosition::getAtMs)
        .min();
  }

  void moved(StreamPosition position) {
    ShardKey key = keyOf(position);
    if (isNews(position, committed.get(key))) {
      moves.put(key, Optional.of(position));
    }
  }

  void gone(ShardKey key) {
    if (committed.containsKey(key)) {
      moves.put(key, Optional.empty());
    } else {
      moves.remove(key);
    }
  }

  boolean any() {
    return !moves.isEmpty();
  }

  List<ProducerRecord<byte[], byte[]>> records() {
    return moves.entrySet().stream()
        .map(move -> positions.record(move.getKey(), move.getValue()))
        .toList();
  }

  /** Takes the changes as committed. */
  void commit() {
    moves.forEach(
        (key, position) ->
            position.ifPresentOrElse(
                moved -> committed.put(key, moved), () -> committed.remove(key)));
    moves.clear();
  }

  private Map<ShardKey, StreamPosition> all() {
    Map<ShardKey, StreamPosition> all = new HashMap<>(committed);
    moves.forEach(
        (key, position) ->
            position.ifPresentOrElse(moved -> all.put(key, moved), () -> all.remove(key)));
    return all;
  }

  private static boolean isNews(StreamPosition position, @Nullable StreamPosition before) {
    return before == null
        || position.getFinished()
        || !Objects.equals(position.getSequenceNumber(), before.getSequenceNumber())
        || position.getAtMs() - before.getAtMs() >= STANDSTILL.toMillis();
  }

  private static ShardKey keyOf(StreamPosition position) {
    return new ShardKey(position.getStreamArn(), position.getShardId());
  }
}
