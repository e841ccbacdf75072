package io.tributary.processors.store;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.WriteAheadRocksDBStore;

/** Stores of the newest value of each key, on disk and in a compacted changelog. */
public final class StateStores {

  /**
   * Limit of a changelog: a state may be as large as any record, which is above the broker's
   * default.
   */
  public static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  private StateStores() {}

  /** A store of bytes. */
  public static StoreBuilder<KeyValueStore<String, byte[]>> ofBytes(String name) {
    return ofBytes(name, Map.of());
  }

  /**
   * A store of bytes.
   *
   * @param changelog further settings of its topic
   */
  public static StoreBuilder<KeyValueStore<String, byte[]>> ofBytes(
      String name, Map<String, String> changelog) {
    return store(name, Serdes.ByteArray(), changelog);
  }

  public static StoreBuilder<KeyValueStore<String, Long>> ofLongs(String name) {
    return store(name, Serdes.Long(), Map.of());
  }

  private static <V> StoreBuilder<KeyValueStore<String, V>> store(
      String name, Serde<V> values, Map<String, String> changelog) {
    Map<String, String> all = new HashMap<>(changelog);
    all.put("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
    // brokers refuse a writer's own timestamp that is an hour ahead of their clock
    all.put("message.timestamp.type", "LogAppendTime");
    return Stores.keyValueStoreBuilder(new Durable(name), Serdes.String(), values)
        .withCachingDisabled()
        .withLoggingEnabled(all);
  }

  private record Durable(String name) implements KeyValueBytesStoreSupplier {

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
      return new WriteAheadRocksDBStore(name);
    }

    @Override
    public String metricsScope() {
      return WriteAheadRocksDBStore.METRICS_SCOPE;
    }
  }
}
