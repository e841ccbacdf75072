package io.tributary.processors.waiting;

import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.SortedNumber;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.WaitKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Indexes of one task's waiting facts: by target, by key and target, by key and age, and by the
 * second of the end. Values are the entry's key, except that an entry by age has the fact's caller,
 * and that each caller's entries of a key are counted. Times are epoch milliseconds.
 */
final class WaitingByTarget {

  private static final long MILLIS = 1000;

  /** Suffix length of an entry by age. */
  private static final String AGE = SortedNumber.text(0) + '#' + SortedNumber.text(0);

  private final TaskStore<byte[]> store;
  private final ExpiryIndex ends;
  private final WaitPolicy<?> rule;

  WaitingByTarget(WaitPolicy<?> rule, TaskStores stores) {
    store = stores.open(nameOf(rule));
    ends = new ExpiryIndex(store, stores::wallClock);
    this.rule = rule;
  }

  static StoreBuilder<?> store(WaitPolicy<?> rule) {
    return StateStores.ofBytes(nameOf(rule));
  }

  void add(WaitingEntry wait, String caller) {
    String key = WaitKey.CODEC.encode(wait.key());
    if (rule.acrossKeys().isPresent()) {
      store.put(byId(wait), bytes(key));
    }
    store.put(byKeyAndId(wait), bytes(key));
    store.put(byAge(wait), bytes(caller));
    count(wait.key().factKey(), caller, 1);
    ends.add(key, endOf(rule, wait.state().getAcceptedAtMs()));
  }

  void remove(WaitingEntry wait) {
    byte[] caller = store.get(byAge(wait));
    if (caller != null) {
      count(wait.key().factKey(), text(caller), -1);
    }
    if (rule.acrossKeys().isPresent()) {
      store.delete(byId(wait));
    }
    store.delete(byKeyAndId(wait));
    store.delete(byAge(wait));
  }

  /** The first entries for a target, of any key. */
  List<WaitKey> awaiting(String id, int most) {
    return found("id#" + id + '#', most);
  }

  /** Entries of a key for a target. */
  List<WaitKey> awaiting(String factKey, String id) {
    return found(prefix("key", factKey) + id + '#', Integer.MAX_VALUE);
  }

  /** Entries of a key that are overdue for a fact accepted then, in log order. */
  List<WaitKey> over(String factKey, long acceptedAt) {
    String prefix = prefix("age", factKey);
    List<WaitKey> found = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries =
        store.range(prefix, prefix + SortedNumber.text(acceptedAt - rule.longest().toMillis()))) {
      while (entries.hasNext()) {
        String entry = entries.next().key;
        // a longer one is of a key that only starts so
        if (entry.length() == prefix.length() + AGE.length()) {
          found.add(WaitKey.CODEC.decode(factKey + entry.substring(entry.lastIndexOf('#'))));
        }
      }
    }
    found.sort(Comparator.comparingLong(WaitKey::offset));
    return found;
  }

  /** Number of waiting facts of a key and a caller. */
  long count(String factKey, String caller) {
    byte[] count = store.get(prefix("count", factKey) + caller);
    return count == null ? 0 : ByteBuffer.wrap(count).getLong();
  }

  /** Visits overdue entries in slices; each visit returns the next time. */
  void visitDue(long now, ExpiryIndex.Visitor visitor) {
    ends.visitDue(Math.floorDiv(now, MILLIS), visitor);
  }

  /** End of a wait that began then, epoch seconds. */
  static long endOf(WaitPolicy<?> rule, long began) {
    return Math.floorDiv(began, MILLIS) + rule.longest().toSeconds();
  }

  private void count(String factKey, String caller, int more) {
    long count = count(factKey, caller) + more;
    String entry = prefix("count", factKey) + caller;
    if (count == 0) {
      store.delete(entry);
    } else {
      store.put(entry, ByteBuffer.allocate(Long.BYTES).putLong(count).array());
    }
  }

  private List<WaitKey> found(String prefix, int most) {
    List<WaitKey> found = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> entries = store.prefixScan(prefix)) {
      while (entries.hasNext() && found.size() < most) {
        found.add(WaitKey.CODEC.decode(text(entries.next().value)));
      }
    }
    return found;
  }

  private static String byId(WaitingEntry wait) {
    return "id#%s#%s#%s"
        .formatted(
            wait.state().getAwaited(),
            SortedNumber.text(wait.key().offset()),
            wait.key().factKey());
  }

  private static String byKeyAndId(WaitingEntry wait) {
    return prefix("key", wait.key().factKey())
        + wait.state().getAwaited()
        + '#'
        + SortedNumber.text(wait.key().offset());
  }

  private static String byAge(WaitingEntry wait) {
    return prefix("age", wait.key().factKey())
        + SortedNumber.text(wait.state().getAcceptedAtMs())
        + '#'
        + SortedNumber.text(wait.key().offset());
  }

  private static String prefix(String kind, String factKey) {
    return kind + '#' + factKey + '#';
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String nameOf(WaitPolicy<?> rule) {
    return rule.waits().name() + "-index";
  }
}
