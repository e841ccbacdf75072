package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import io.tributary.sink.stream.ShardPage;
import io.tributary.sink.stream.ShardReader;
import io.tributary.sink.stream.StreamChange;
import java.util.List;

/** A shard that is being relayed. */
final class ShardRelay {

  /** A shard may answer so often with nothing though something follows. */
  static final int EMPTY_PAGES = 3;

  private final ShardKey key;
  private final ShardReader reader;
  private final RetrySchedule attempts;
  private long at;
  private int empty;

  /**
   * Goes on in a shard.
   *
   * @param at up to when it has been relayed, epoch milliseconds
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

  /** Up to when it has been relayed, epoch milliseconds. */
  long at() {
    return at;
  }

  /** True when nothing follows, as far as anybody can tell. */
  boolean atEnd() {
    return empty >= EMPTY_PAGES && attempts.trouble().isEmpty();
  }

  ShardPage read() {
    return reader.read();
  }

  /** Where the shard stands behind a page that was read now. */
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
