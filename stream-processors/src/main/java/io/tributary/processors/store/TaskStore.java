package io.tributary.processors.store;

import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store of a task; see {@link TaskStores} about undoing. */
public final class TaskStore<V> {

  /** Room for key and headers in the limit of the changelog. */
  private static final int MAX_BYTES = StateStores.MAX_MESSAGE_BYTES - 64 * 1024;

  private final KeyValueStore<String, V> store;
  private final TaskStores task;

  TaskStore(KeyValueStore<String, V> store, TaskStores task) {
    this.store = store;
    this.task = task;
  }

  public @Nullable V get(String key) {
    return store.get(key);
  }

  /**
   * Puts a value and returns the one before; {@link StateTooLargeException} beyond the changelog's
   * limit.
   */
  public @Nullable V put(String key, V value) {
    if (value instanceof byte[] bytes && bytes.length > MAX_BYTES) {
      throw new StateTooLargeException(store.name());
    }
    V before = store.get(key);
    task.changed(store, key, before);
    store.put(key, value);
    return before;
  }

  /** Puts a value unless there is one; true if there was none. */
  public boolean putIfAbsent(String key, V value) {
    boolean absent = store.putIfAbsent(key, value) == null;
    if (absent) {
      task.changed(store, key, null);
    }
    return absent;
  }

  public void delete(String key) {
    task.changed(store, key, store.delete(key));
  }

  public KeyValueIterator<String, V> all() {
    return store.all();
  }

  /**
   * Entries by key, both ends included.
   *
   * @param from null for the beginning
   * @param to null for the end
   */
  public KeyValueIterator<String, V> range(@Nullable String from, @Nullable String to) {
    return store.range(from, to);
  }

  /** Entries whose keys start so, in their order. */
  public KeyValueIterator<String, V> prefixScan(String prefix) {
    return store.prefixScan(prefix, new StringSerializer());
  }
}
