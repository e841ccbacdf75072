package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import io.tributary.sink.stream.ShardPage;
import io.tributary.sink.stream.ShardReader;
import io.tributary.sink.stream.StreamChange;
import java.time.Duration;
import java.util.List;

/** Progress of a shard. */
final class ShardRelay {

  /** Empty pages after which a shard counts as read to its end. */
  static final int EMPTY_PAGES = 3;

  private static final int LONGEST_PAUSE_SECONDS = 5;

  private final ShardKey key;
  private final ShardReader reader;
  private final RetrySchedule attempts;
  private long at;
  private int empty;

  /**
   * @param at time up to which it has been relayed, epoch milliseconds
   */
  ShardRelay(ShardKey key, ShardReader reader, RetrySchedule attempts, long at) {
    this.key = key;
    this.reader = reader;
    this.attempts = attempts;
    this.at = at;
  }

  ShardKey key() {
    return key;
  }

  RetrySchedule attempts() {
    return attempts;
  }

  /** Time up to which the shard has been relayed, epoch milliseconds. */
  long at() {
    return at;
  }

  /** True when nothing follows, as far as known. */
  boolean atEnd() {
    return empty >= EMPTY_PAGES && attempts.trouble().isEmpty();
  }

  /** Pause of a shard at its end: grows, because each read costs, and expiries may wait. */
  Duration quietPause() {
    return Duration.ofSeconds(Math.min(empty - EMPTY_PAGES + 1, LONGEST_PAUSE_SECONDS));
  }

  ShardPage read() {
    return reader.read();
  }

  /** Position behind a page that was read now. */
  StreamPosition pass(ShardPage page, long now) {
    List<StreamChange> changes = page.changes();
    empty = changes.isEmpty() ? empty + 1 : 0;
    if (page.last() || empty >= EMPTY_PAGES) {
      at = now;
    } else if (!changes.isEmpty()) {
      at = changes.get(changes.size() - 1).at();
    }
    return new StreamPosition(
        key.streamArn(), key.shardId(), page.position().orElse(null), page.last(), at);
  }
}
