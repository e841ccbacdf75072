package io.tributary.processors.store;

import java.util.function.LongSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * Ids of a store's entries by due time, so that only due ones are read. They stand in the same
 * store, before all ids, as {@code \u0001{due, epoch seconds:019}#{id}}.
 *
 * <p>An entry that moves to a later time stays, and is moved when its former time has come: most
 * are moved many times before. So an id may stand here more than once, the first time no later than
 * it is due.
 */
public final class ExpiryIndex {

  /** Time of entries that are never due. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Control characters begin no id. */
  private static final String PREFIX = "\u0001";

  private static final String BEHIND_ALL = "\u0002";

  private static final byte[] NOTHING = {};

  private static final int MOST_ENTRIES = 5000;
  private static final long LONGEST_TURN_MS = 200;

  private final TaskStore<byte[]> store;
  private final LongSupplier millis;

  /** Start of the scan: deleted entries in front would be read over each time. */
  private String first = PREFIX;

  public ExpiryIndex(TaskStore<byte[]> store, LongSupplier millis) {
    this.store = store;
    this.millis = millis;
  }

  /** Handles a due id. */
  @FunctionalInterface
  public interface Visitor {

    /** The next due time of the id, epoch seconds, or {@link #NEVER}. */
    long visit(String id);
  }

  /** Adds the due time of an id, epoch seconds. */
  public void add(String id, long due) {
    if (due != NEVER) {
      String entry = PREFIX + SortedNumber.text(due) + '#' + id;
      if (store.putIfAbsent(entry, NOTHING)) {
        first = entry.compareTo(first) < 0 ? entry : first;
      }
    }
  }

  /**
   * Visits due ids in slices, so that many do not hold up their task: further slices follow only
   * for a fraction of a second.
   *
   * @param until epoch seconds, included
   */
  public void visitDue(long until, Visitor visitor) {
    long end = millis.getAsLong() + LONGEST_TURN_MS;
    String last = PREFIX + SortedNumber.text(until) + Character.MAX_VALUE;
    boolean left = true;
    while (left && millis.getAsLong() < end) {
      left = slice(last, visitor);
    }
  }

  /** True when more are due. */
  private boolean slice(String last, Visitor visitor) {
    String behind = first;
    if (behind.compareTo(last) > 0) {
      return false;
    }
    try (KeyValueIterator<String, byte[]> due = store.range(behind, last)) {
      first = BEHIND_ALL;
      for (int i = 0; i < MOST_ENTRIES && due.hasNext(); i++) {
        String entry = due.next().key;
        String id = entry.substring(PREFIX.length() + SortedNumber.DIGITS + 1);
        store.delete(entry);
        add(id, visitor.visit(id));
        behind = entry + '\0';
      }
      first = behind.compareTo(first) < 0 ? behind : first;
      return due.hasNext();
    }
  }
}
