package io.tributary.processors.store;

import java.util.Optional;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Scan of stores with limits of changes, visits and bytes, so that a fact does a bounded part of a
 * long work. The next scan resumes behind the last key.
 */
public final class BoundedScan {

  private static final int VISITS_PER_CHANGE = 10;
  private static final long MOST_BYTES = 8L * 1024 * 1024;

  private final int mostChanges;
  private int changes;
  private long visits;
  private long bytes;
  private boolean left;

  /** The last visited key; null at the beginning. */
  private @Nullable String last;

  /** A scan behind the resume key of the one before; null for the first. */
  public BoundedScan(int mostChanges, @Nullable String after) {
    this.mostChanges = mostChanges;
    this.last = after;
  }

  /** Visits an entry, which it may change. */
  @FunctionalInterface
  public interface Visitor {

    /** True for a change. */
    boolean visit(String key, byte[] value);
  }

  /** Visits entries, both ends included, up to the limits. */
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

  /** Resume key of the next scan; empty when all is done. */
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
