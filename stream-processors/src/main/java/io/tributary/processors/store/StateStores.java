package io.tributary.processors.store;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Stores that keep the newest value of each key, on disk and in a compacted changelog. */
public final class StateStores {

  /**
   * The largest change of a state that its changelog takes: a state may be as large as any record;
   * what the broker takes by default is less.
   */
  public static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  private static final Map<String, String> CHANGELOG =
      Map.of("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));

  private StateStores() {}

  /** Values as their bytes. */
  public static StoreBuilder<KeyValueStore<String, byte[]>> ofBytes(String name) {
    return store(name, Serdes.ByteArray());
  }

  /** Values that are numbers. */
  public static StoreBuilder<KeyValueStore<String, Long>> ofLongs(String name) {
    return store(name, Serdes.Long());
  }

  private static <V> StoreBuilder<KeyValueStore<String, V>> store(String name, Serde<V> values) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.String(), values)
        .withCachingDisabled()
        .withLoggingEnabled(CHANGELOG);
  }
}
