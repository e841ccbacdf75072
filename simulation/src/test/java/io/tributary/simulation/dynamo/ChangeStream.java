package io.tributary.simulation.dynamo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The stream of a table's changes. The changes of an item are in one shard, and after that shard
 * was closed in its child. What is older than a day goes, and so do shards closed for a day.
 */
public final class ChangeStream {

  private static final Duration KEPT = Duration.ofHours(24);

  /** Hashes of partition keys are unsigned numbers of 32 bits. */
  private static final long HASHES = 1L << 32;

  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final String arn;
  private final TableShape shape;
  private final StreamViewType view;
  private final InstantSource clock;
  private final Map<String, StreamShard> shards = new LinkedHashMap<>();
  private boolean enabled = true;
  private int opened;
  private long changes;
  private int shardsPerPage = 100;
  private int recordsPerPage = 1000;

  ChangeStream(String arn, TableShape shape, StreamViewType view, InstantSource clock) {
    this.arn = arn;
    this.shape = shape;
    this.view = view;
    this.clock = clock;
    open(null, 0, HASHES);
  }

  /** The most that an answer holds; 100 shards and 1000 records by default. */
  public void pages(int ofShards, int ofRecords) {
    shardsPerPage = ofShards;
    recordsPerPage = ofRecords;
  }

  /** Shards that take changes. */
  public List<String> openShards() {
    return shards.values().stream().filter(StreamShard::isOpen).map(StreamShard::id).toList();
  }

  /** Closes an open shard; another one goes on with its items. */
  public void rollOver(String shard) {
    StreamShard closed = close(shard);
    open(shard, closed.from(), closed.to());
  }

  /** Closes an open shard; two others go on with half of its items each. */
  public void split(String shard) {
    StreamShard closed = close(shard);
    long middle = (closed.from() + closed.to()) / 2;
    open(shard, closed.from(), middle);
    open(shard, middle, closed.to());
  }

  String arn() {
    return arn;
  }

  TableShape shape() {
    return shape;
  }

  StreamViewType view() {
    return view;
  }

  boolean enabled() {
    return enabled;
  }

  int shardsPerPage() {
    return shardsPerPage;
  }

  int recordsPerPage() {
    return recordsPerPage;
  }

  /** Tells no changes any more; those told can be read for a day. */
  void disable() {
    enabled = false;
    openShards().forEach(this::close);
  }

  void append(
      ItemKey key,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after,
      boolean byService) {
    if (!enabled) {
      return;
    }
    long hash = (key.partition().hashCode() * SPREAD) >>> 32;
    StreamShard shard =
        shards.values().stream()
            .filter(each -> each.isOpen() && each.from() <= hash && hash < each.to())
            .findFirst()
            .orElseThrow();
    shard.add(new Change(++changes, clock.instant(), before, after, byService));
  }

  /** Shards that have not gone, parents before their children. */
  List<StreamShard> shards() {
    trim();
    return new ArrayList<>(shards.values());
  }

  /** Null of a shard that has gone, or never was. */
  @Nullable StreamShard shard(String id) {
    trim();
    return shards.get(id);
  }

  private void trim() {
    Instant horizon = clock.instant().minus(KEPT);
    shards.values().forEach(shard -> shard.trim(horizon));
    shards.values().removeIf(shard -> shard.wasClosedBefore(horizon));
  }

  private void open(@Nullable String parent, long from, long to) {
    String id = String.format("shardId-%020d-%08x", clock.millis(), ++opened);
    shards.put(id, new StreamShard(id, parent, from, to, changes + 1));
  }

  private StreamShard close(String id) {
    StreamShard shard = shards.get(id);
    if (shard == null || !shard.isOpen()) {
      throw new IllegalArgumentException("no open shard " + id);
    }
    shard.close(clock.instant(), changes);
    return shard;
  }
}
