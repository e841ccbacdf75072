package io.tributary.processors.fact;

import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.WaitKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The waits of one task by what they wait for, in the order of their log, so that a fact of another
 * key finds them. Entries are {@code {awaited}#{offset:019}#{wait key}} and say the wait's key.
 */
final class AwaitedIndex {

  private static final char SEPARATOR = '#';

  private final TaskStore<byte[]> store;

  AwaitedIndex(WaitRule<?> rule, TaskStores stores) {
    store = stores.open(nameOf(rule));
  }

  static StoreBuilder<?> store(WaitRule<?> rule) {
    return StateStores.ofBytes(nameOf(rule));
  }

  void add(Wait wait) {
    store.put(entryOf(wait), WaitKey.codec().encode(wait.key()).getBytes(StandardCharsets.UTF_8));
  }

  void remove(Wait wait) {
    store.delete(entryOf(wait));
  }

  /** Keys of the first waits for it, and perhaps of some for what starts so. */
  List<String> of(String awaited, int most) {
    List<String> found = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = store.prefixScan(awaited + SEPARATOR)) {
      while (entries.hasNext() && found.size() < most) {
        found.add(new String(entries.next().value, StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  private static String entryOf(Wait wait) {
    return "%s#%019d#%s"
        .formatted(wait.state().getAwaited(), wait.key().offset(), wait.key().factKey());
  }

  private static String nameOf(WaitRule<?> rule) {
    return rule.waits().name() + "-awaited";
  }
}
