package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.sink.stream.StreamListing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Order of shards: an item's changes are in one shard, then in that shard's child, so a child waits
 * until its parent is finished.
 */
final class ShardLineage {

  private final Map<String, StreamPosition> positions;
  private final Map<String, Optional<String>> listed = new LinkedHashMap<>();

  /**
   * Lineage of the listed shards, and of unlisted ones with a position, which may be gone.
   *
   * @param positions of that stream, by shard
   */
  ShardLineage(StreamListing listing, Map<String, StreamPosition> positions) {
    this.positions = new TreeMap<>(positions);
    listing.shards().forEach(shard -> listed.put(shard.id(), shard.parent()));
  }

  /** Shards to read now. */
  List<String> readable() {
    return Stream.concat(positions.keySet().stream(), listed.keySet().stream())
        .distinct()
        .filter(shard -> !isFinished(shard) && parent(shard).filter(this::isOpen).isEmpty())
        .toList();
  }

  /** Positions of finished shards that are not listed any more. */
  List<StreamPosition> unlisted() {
    return positions.values().stream()
        .filter(position -> position.getFinished() && !listed.containsKey(position.getShardId()))
        .toList();
  }

  /** True of a listed shard; another one has gone. */
  boolean isListed(String shard) {
    return listed.containsKey(shard);
  }

  private Optional<String> parent(String shard) {
    return listed.getOrDefault(shard, Optional.empty());
  }

  /** False of an unknown shard: it was trimmed, finished or not. */
  private boolean isOpen(String shard) {
    return (listed.containsKey(shard) || positions.containsKey(shard)) && !isFinished(shard);
  }

  private boolean isFinished(String shard) {
    StreamPosition position = positions.get(shard);
    return position != null && position.getFinished();
  }
}
