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

final class ExpiryIndexTest {

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
  void shouldReturnDueEntriesInOrder() {
    opened().put("a", new byte[] {1});
    ExpiryIndex index = new ExpiryIndex(opened(), () -> 0);
    index.add("a", 30);
    index.add("b#c", 20);
    index.add("d", 31);
    index.add("e", ExpiryIndex.NEVER);

    assertThat(shown(index, 30)).containsExactly("b#c", "a");
    assertThat(shown(index, 30)).isEmpty();
    // one that was due before all that have been shown
    index.add("f", 5);
    assertThat(shown(new ExpiryIndex(opened(), () -> 0), 29)).containsExactly("f");
    assertThat(shown(index, 1_000)).containsExactly("d");
    assertThat(store.approximateNumEntries()).isOne();
  }

  @Test
  void shouldReturnEntriesOfLaterTimes() {
    ExpiryIndex index = new ExpiryIndex(opened(), () -> 0);
    index.add("a", 10);
    index.visitDue(12, id -> 15);
    assertThat(shown(index, 14)).isEmpty();
    assertThat(shown(index, 15)).containsExactly("a");
  }

  @Test
  void shouldEndATurnInTimeAndContinueInTheNext() {
    AtomicLong clock = new AtomicLong();
    ExpiryIndex index = new ExpiryIndex(opened(), () -> clock.getAndAdd(100));
    for (int i = 0; i < 12_000; i++) {
      index.add("key-%05d".formatted(i), 7);
    }
    // the second slice begins within 200 ms, the third would not
    assertThat(shown(index, 7)).hasSize(5_000).startsWith("key-00000");
    assertThat(shown(index, 7)).hasSize(5_000).startsWith("key-05000");
    assertThat(shown(new ExpiryIndex(opened(), () -> 0), 7)).hasSize(2_000).endsWith("key-11999");
  }

  private TaskStore<byte[]> opened() {
    return new TaskStores(context).open(store.name());
  }

  private static List<String> shown(ExpiryIndex index, long until) {
    List<String> seen = new ArrayList<>();
    index.visitDue(
        until,
        id -> {
          seen.add(id);
          return ExpiryIndex.NEVER;
        });
    return seen;
  }
}
