package io.tributary.processors.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreCursorTest {

  private final KeyValueStore<String, byte[]> store =
      Stores.keyValueStoreBuilder(
              Stores.persistentKeyValueStore("texts"), Serdes.String(), Serdes.ByteArray())
          .withLoggingDisabled()
          .build();

  @BeforeEach
  void start(@TempDir Path stateDir) {
    MockProcessorContext<Object, Object> context =
        new MockProcessorContext<>(new Properties(), new TaskId(0, 0), stateDir.toFile());
    store.init(context.getStateStoreContext(), store);
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Test
  void shouldGoRoundInSlicesOfFiveThousandAndBeginAnew() {
    for (int i = 0; i < 7000; i++) {
      store.put("key-%05d".formatted(i), new byte[] {1});
    }
    StoreCursor cursor = new StoreCursor(store);

    assertThat(ends(cursor)).containsExactly("5000", "key-00000", "key-04999");
    assertThat(ends(cursor)).containsExactly("2000", "key-05000", "key-06999");
    assertThat(ends(cursor)).containsExactly("5000", "key-00000", "key-04999");
  }

  @Test
  void shouldMakeSlicesOfLargeValuesShort() {
    for (int i = 0; i < 10; i++) {
      store.put("key-" + i, new byte[3 * 1024 * 1024]);
    }
    StoreCursor cursor = new StoreCursor(store);

    assertThat(ends(cursor)).containsExactly("3", "key-0", "key-2");
    assertThat(ends(cursor)).containsExactly("3", "key-3", "key-5");
  }

  @Test
  void shouldGoOnBehindWhatIsDeletedMeanwhile() {
    for (int i = 0; i < 6000; i++) {
      store.put("key-%05d".formatted(i), new byte[] {1});
    }
    StoreCursor cursor = new StoreCursor(store);
    cursor.visit((key, value) -> store.delete(key));

    assertThat(ends(cursor)).containsExactly("1000", "key-05000", "key-05999");
  }

  @Test
  void shouldFindNothingInAnEmptyStore() {
    List<String> seen = new ArrayList<>();
    new StoreCursor(store).visit((key, value) -> seen.add(key));

    assertThat(seen).isEmpty();
  }

  private static List<String> ends(StoreCursor cursor) {
    List<String> seen = new ArrayList<>();
    cursor.visit((key, value) -> seen.add(key));
    return List.of(Integer.toString(seen.size()), seen.get(0), seen.get(seen.size() - 1));
  }
}
