package io.tributary.processors.store;

import java.util.HashMap;
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

  private StateStores() {}

  /** Values as their bytes. */
  public static StoreBuilder<KeyValueStore<String, byte[]>> ofBytes(String name) {
    return ofBytes(name, Map.of());
  }

  /**
   * Values as their bytes.
   *
   * @param changelog Kafka's settings of the topic that its changelog needs besides
   */
  public static StoreBuilder<KeyValueStore<String, byte[]>> ofBytes(
      String name, Map<String, String> changelog) {
    return store(name, Serdes.ByteArray(), changelog);
  }

  /** Values that are numbers. */
  public static StoreBuilder<KeyValueStore<String, Long>> ofLongs(String name) {
    return store(name, Serdes.Long(), Map.of());
  }

  private static <V> StoreBuilder<KeyValueStore<String, V>> store(
      String name, Serde<V> values, Map<String, String> changelog) {
    Map<String, String> all = new HashMap<>(changelog);
    all.put("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.String(), values)
        .withCachingDisabled()
        .withLoggingEnabled(all);
  }
}
