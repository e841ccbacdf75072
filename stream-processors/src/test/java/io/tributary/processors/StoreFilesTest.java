package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreFilesTest {

  private static final long MIB = 1024 * 1024;
  private static final long MEMORY = 32 * MIB;
  private static final int STORES = 20;
  private static final int VALUES = 120;
  private static final int VALUE_BYTES = 16 * 1024;

  /** Two MiB go into each of 20 stores; alone, each would keep all of it in memory. */
  @Test
  void shouldShareOneMemoryAmongAllStores(@TempDir Path folder) {
    MockProcessorContext<Void, Void> context = context(folder);
    List<KeyValueStore<Bytes, byte[]>> stores = open(context.getStateStoreContext());
    try {
      stores.forEach(StoreFilesTest::fill);
      stores.forEach(StoreFilesTest::read);

      // what is full is written in the background, and figures move until that is done
      await()
          .untilAsserted(
              () -> {
                assertThat(measured(context, "cur-size-all-mem-tables").reduce(0L, Long::sum))
                    .isPositive()
                    .isLessThan(MEMORY);
                assertThat(measured(context, "block-cache-usage").distinct())
                    .singleElement()
                    .satisfies(usage -> assertThat(usage).isBetween(MIB, MEMORY + MEMORY / 4));
              });
      assertThat(measured(context, "block-cache-capacity")).hasSize(STORES).containsOnly(MEMORY);
    } finally {
      stores.forEach(KeyValueStore::close);
    }
  }

  /** What one task closes, others still use. */
  @Test
  void shouldOutliveTheStoresThatCloseFirst(@TempDir Path folder) {
    List<KeyValueStore<Bytes, byte[]>> stores = open(context(folder).getStateStoreContext());
    KeyValueStore<Bytes, byte[]> last = stores.remove(stores.size() - 1);
    stores.forEach(KeyValueStore::close);

    fill(last);
    fill(last);

    read(last);
    last.close();
  }

  private static List<KeyValueStore<Bytes, byte[]>> open(StateStoreContext context) {
    List<KeyValueStore<Bytes, byte[]>> stores = new ArrayList<>();
    for (int i = 0; i < STORES; i++) {
      KeyValueStore<Bytes, byte[]> store = Stores.persistentKeyValueStore("store-" + i).get();
      store.init(context, store);
      stores.add(store);
    }
    return stores;
  }

  private static void fill(KeyValueStore<Bytes, byte[]> store) {
    for (int i = 0; i < VALUES; i++) {
      store.put(key(i), new byte[VALUE_BYTES]);
    }
  }

  private static void read(KeyValueStore<Bytes, byte[]> store) {
    for (int i = 0; i < VALUES; i++) {
      assertThat(store.get(key(i))).hasSize(VALUE_BYTES);
    }
  }

  private static MockProcessorContext<Void, Void> context(Path folder) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreFiles.class);
    config.put(StoreFiles.MEMORY, MEMORY);
    return new MockProcessorContext<>(config, new TaskId(0, 0), folder.toFile());
  }

  private static Stream<Long> measured(MockProcessorContext<?, ?> context, String property) {
    return context.metrics().metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(property))
        .map(metric -> ((BigInteger) metric.metricValue()).longValue());
  }

  private static Bytes key(int number) {
    return Bytes.wrap(new byte[] {(byte) number});
  }
}
