package io.tributary.processors.store;

import java.util.function.LongSupplier;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Goes round a store in slices, so that not even a huge one holds up its task. A turn goes on to
 * further slices only while there is something to do in them, and for a fraction of a second.
 */
public final class StoreCursor {

  private static final int MOST_ENTRIES = 5000;
  private static final long MOST_BYTES = 8L * 1024 * 1024;

  private static final long LONGEST_TURN_MS = 200;

  private final TaskStore<byte[]> store;
  private final LongSupplier millis;

  /** Where the next slice begins; null for the beginning of the store. */
  private @Nullable String next;

  /**
   * A cursor before the first entry.
   *
   * @param millis tells how long a turn has taken
   */
  public StoreCursor(TaskStore<byte[]> store, LongSupplier millis) {
    this.store = store;
    this.millis = millis;
  }

  /** Does something about an entry, which it may delete, or nothing. */
  @FunctionalInterface
  public interface Visitor {

    /** True when there was something to do. */
    boolean visit(String key, byte[] value);
  }

  /** Shows the entries from where the last turn has ended, in order, up to the end at most. */
  public void turn(Visitor visitor) {
    long end = millis.getAsLong() + LONGEST_TURN_MS;
    boolean busy = slice(visitor);
    while (busy && next != null && millis.getAsLong() < end) {
      busy = slice(visitor);
    }
  }

  private boolean slice(Visitor visitor) {
    boolean busy = false;
    long bytes = 0;
    try (KeyValueIterator<String, byte[]> rest = store.range(next, null)) {
      for (int i = 0; i < MOST_ENTRIES && bytes < MOST_BYTES && rest.hasNext(); i++) {
        KeyValue<String, byte[]> entry = rest.next();
        busy |= visitor.visit(entry.key, entry.value);
        bytes += entry.value.length;
        next = entry.key + '\0';
      }
      next = rest.hasNext() ? next : null;
    }
    return busy;
  }
}
