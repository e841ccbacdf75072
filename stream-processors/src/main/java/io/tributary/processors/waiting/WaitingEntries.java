package io.tributary.processors.waiting;

import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.WaitKey;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.state.KeyValueIterator;

/** One task's waiting facts with their index. */
final class WaitingEntries {

  private final ValueFormat format;
  private final TaskStore<byte[]> store;
  private final WaitingByTarget index;

  /** Number of waiting facts; mostly 0, and then nothing is looked up. */
  private long open;

  WaitingEntries(WaitPolicy<?> policy, ValueFormat format, TaskStores stores) {
    this.format = format;
    this.store = stores.open(policy.storeName());
    this.index = new WaitingByTarget(policy, stores);
    try (KeyValueIterator<String, byte[]> all = store.all()) {
      all.forEachRemaining(entry -> open++);
    }
  }

  boolean isEmpty() {
    return open == 0;
  }

  /** Number of waiting facts of a key and a caller. */
  long count(String factKey, String caller) {
    return index.count(factKey, caller);
  }

  void add(WaitingEntry entry, String caller) {
    store.put(WaitKey.CODEC.encode(entry.key()), format.encode(entry.state()));
    index.add(entry, caller);
    open++;
  }

  void remove(WaitingEntry entry) {
    store.delete(WaitKey.CODEC.encode(entry.key()));
    index.remove(entry);
    open--;
  }

  /** Entries of a key that are overdue for a fact accepted then, in log order. */
  List<WaitingEntry> overdue(String factKey, long acceptedAt) {
    return of(index.over(factKey, acceptedAt));
  }

  /** Entries of a key for a target. */
  List<WaitingEntry> awaiting(String factKey, String id) {
    return of(index.awaiting(factKey, id)).stream()
        .filter(entry -> entry.key().factKey().equals(factKey) && isFor(id, entry))
        .toList();
  }

  /** The first entries for a target, of any key. */
  List<WaitingEntry> awaiting(String id, int most) {
    return of(index.awaiting(id, most)).stream().filter(entry -> isFor(id, entry)).toList();
  }

  /** Visits overdue entries in slices; each visit returns the next time. */
  void visitDue(long now, ToLongFunction<WaitingEntry> visitor) {
    index.visitDue(
        now,
        id -> {
          byte[] value = store.get(id);
          return value == null ? ExpiryIndex.NEVER : visitor.applyAsLong(entry(id, value));
        });
  }

  /** False of an entry that is found because its target's id only starts so. */
  private static boolean isFor(String id, WaitingEntry entry) {
    return entry.state().getAwaited().equals(id);
  }

  private List<WaitingEntry> of(List<WaitKey> keys) {
    return keys.stream()
        .map(WaitKey.CODEC::encode)
        .map(id -> entry(id, Objects.requireNonNull(store.get(id))))
        .toList();
  }

  private WaitingEntry entry(String id, byte[] value) {
    return new WaitingEntry(WaitKey.CODEC.decode(id), format.decode(WaitingFact.class, value));
  }
}
