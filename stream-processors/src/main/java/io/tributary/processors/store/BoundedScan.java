package io.tributary.processors.store;

import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * What one fact does of a work that may be long: scans of stores, in the order of their keys, until
 * enough has changed or been looked at. What is left goes on behind the last key.
 */
public final class BoundedScan {

  private static final int VISITS_PER_CHANGE = 10;
  private static final long MOST_BYTES = 8L * 1024 * 1024;

  private final int mostChanges;
  private int changes;
  private long visits;
  private long bytes;
  private boolean left;

  /** The last key that was looked at; null at the beginning. */
  private @Nullable String last;

  /**
   * A slice.
   *
   * @param after where the slice before has ended; null for the first
   */
  public BoundedScan(int mostChanges, @Nullable String after) {
    this.mostChanges = mostChanges;
    this.last = after;
  }

  /** Looks at an entry, which it may change. */
  @FunctionalInterface
  public interface Visitor {

    /** True when it means a change. */
    boolean visit(String key, byte[] value);
  }

  /** Shows entries, both ends included, as far as there is room. */
  public void scan(TaskStore<byte[]> store, String from, String to, Visitor visitor) {
    String first = last == null || last.compareTo(from) < 0 ? from : last + '\0';
    if (first.compareTo(to) > 0) {
      return;
    }
    try (KeyValueIterator<String, byte[]> entries = store.range(first, to)) {
      while (entries.hasNext() && !isFull()) {
        KeyValue<String, byte[]> entry = entries.next();
        changes += visitor.visit(entry.key, entry.value) ? 1 : 0;
        visits++;
        bytes += entry.value.length;
        last = entry.key;
      }
      left |= entries.hasNext();
    }
  }

  /** Where the next slice goes on, if there is something left to do. */
  public Optional<String> rest() {
    return left ? Optional.ofNullable(last) : Optional.empty();
  }

  private boolean isFull() {
    return left
        || changes >= mostChanges
        || visits >= (long) mostChanges * VISITS_PER_CHANGE
        || bytes >= MOST_BYTES;
  }
}
