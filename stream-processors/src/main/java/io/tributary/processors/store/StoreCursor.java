package io.tributary.processors.store;

import java.util.function.BiConsumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Goes round a store in slices, so that not even a huge one holds up its task. */
public final class StoreCursor {

  private static final int MOST_ENTRIES = 5000;
  private static final long MOST_BYTES = 8L * 1024 * 1024;

  private final KeyValueStore<String, byte[]> store;

  /** Where the next slice begins; null for the beginning of the store. */
  private @Nullable String next;

  /** A cursor before the first entry. */
  public StoreCursor(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /** Shows the entries of the next slice, which may be deleted meanwhile; after the last, none. */
  public void visit(BiConsumer<String, byte[]> visitor) {
    long bytes = 0;
    try (KeyValueIterator<String, byte[]> rest = store.range(next, null)) {
      for (int i = 0; i < MOST_ENTRIES && bytes < MOST_BYTES && rest.hasNext(); i++) {
        KeyValue<String, byte[]> entry = rest.next();
        visitor.accept(entry.key, entry.value);
        bytes += entry.value.length;
        next = entry.key + '\0';
      }
      next = rest.hasNext() ? next : null;
    }
  }
}
