package io.tributary.processors.dedupe;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Digests that have been seen, each with the accepted_at of its first event.
 *
 * <p>Whether an event is a repeat depends on the two events alone. Forgetting is only housekeeping:
 * an id goes a day after nothing can be a repeat of it any more, by the newest accepted_at and by
 * the wall clock, so that one wrong clock forgets nothing.
 */
final class SeenIds {

  /**
   * How far accepted_at of different gateways may lie apart before an id could be forgotten too
   * early.
   */
  static final Duration GRACE = Duration.ofDays(1);

  private static final int SWEEP_LENGTH = 10_000;

  private final KeyValueStore<Bytes, Long> store;
  private final Duration remembered;
  private Bytes sweepFrom = Bytes.wrap(new byte[0]);

  SeenIds(KeyValueStore<Bytes, Long> store, Duration remembered) {
    this.store = store;
    this.remembered = remembered;
  }

  /** The store of that name; its changelog forgets by itself what a sweep did not reach. */
  static StoreBuilder<KeyValueStore<Bytes, Long>> builder(String name, Duration remembered) {
    Duration retention = remembered.plus(GRACE).plus(GRACE);
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.Long())
        .withCachingDisabled()
        .withLoggingEnabled(
            Map.of(
                "cleanup.policy", "compact,delete",
                "retention.ms", Long.toString(retention.toMillis()),
                "message.timestamp.type", "LogAppendTime"));
  }

  /** Remembers the digest and tells whether it is new. */
  boolean add(byte[] digest, long acceptedAt) {
    Bytes key = Bytes.wrap(digest);
    Long first = store.get(key);
    if (first != null && acceptedAt - first < remembered.toMillis()) {
      return false;
    }
    store.put(key, acceptedAt);
    return true;
  }

  /** Forgets some of what has become too old; each call goes on where the last one stopped. */
  void sweep(long newestAccepted, long wallClock) {
    long now = Math.min(newestAccepted, wallClock);
    if (now < 0) {
      return;
    }
    long oldest = now - remembered.plus(GRACE).toMillis();
    int looked = 0;
    try (KeyValueIterator<Bytes, Long> ids = store.range(sweepFrom, null)) {
      while (ids.hasNext() && looked++ < SWEEP_LENGTH) {
        KeyValue<Bytes, Long> id = ids.next();
        sweepFrom = id.key;
        if (id.value < oldest) {
          store.delete(id.key);
        }
      }
      if (!ids.hasNext()) {
        sweepFrom = Bytes.wrap(new byte[0]);
      }
    }
  }
}
