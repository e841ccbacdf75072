package io.tributary.processors.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
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

  private MockProcessorContext<Object, Object> context;

  @BeforeEach
  void start(@TempDir Path stateDir) {
    context = new MockProcessorContext<>(new Properties(), new TaskId(0, 0), stateDir.toFile());
    store.init(context.getStateStoreContext(), store);
    context.addStateStore(store);
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
    StoreCursor cursor = new StoreCursor(opened(), () -> 0);

    assertThat(ends(cursor)).containsExactly("5000", "key-00000", "key-04999");
    assertThat(ends(cursor)).containsExactly("2000", "key-05000", "key-06999");
    assertThat(ends(cursor)).containsExactly("5000", "key-00000", "key-04999");
  }

  @Test
  void shouldGoOnBehindWhatIsDeletedMeanwhile() {
    for (int i = 0; i < 6000; i++) {
      store.put("key-%05d".formatted(i), new byte[] {1});
    }
    StoreCursor cursor = new StoreCursor(opened(), () -> 0);
    cursor.turn(
        (key, value) -> {
          store.delete(key);
          return false;
        });

    assertThat(ends(cursor)).containsExactly("1000", "key-05000", "key-05999");
  }

  @Test
  void shouldGoOnWhileThereIsSomethingToDoUntilItsTimeIsUp() {
    for (int i = 0; i < 20; i++) {
      store.put("key-%02d".formatted(i), new byte[3 * 1024 * 1024]);
    }
    List<String> seen = new ArrayList<>();
    AtomicLong clock = new AtomicLong();
    StoreCursor cursor = new StoreCursor(opened(), () -> clock.getAndAdd(100));

    // a slice is three of them; the second begins within 200 ms, the third would not
    cursor.turn((key, value) -> seen.add(key));
    assertThat(seen).hasSize(6).startsWith("key-00").endsWith("key-05");

    // as long as there is time it goes on to the end, and not round again
    new StoreCursor(opened(), () -> 0).turn((key, value) -> seen.add(key));
    assertThat(seen).hasSize(26).endsWith("key-19");
  }

  private TaskStore<byte[]> opened() {
    return new TaskStores(context).open(store.name());
  }

  private static List<String> ends(StoreCursor cursor) {
    List<String> seen = new ArrayList<>();
    cursor.turn(
        (key, value) -> {
          seen.add(key);
          return false;
        });
    return List.of(Integer.toString(seen.size()), seen.get(0), seen.get(seen.size() - 1));
  }
}
