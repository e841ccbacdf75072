package io.tributary.simulation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store of a task in memory, whose changes are logged; keys are in the order of their UTF-8. */
final class MemoryStore<V> implements KeyValueStore<String, V> {

  private final String name;
  private final BiConsumer<String, @Nullable V> changes;
  private final NavigableMap<String, V> entries = new TreeMap<>(MemoryStore::compareAsBytes);

  /**
   * An empty store.
   *
   * @param changes told of each change, a value of null for a removal
   */
  MemoryStore(String name, BiConsumer<String, @Nullable V> changes) {
    this.name = name;
    this.changes = changes;
  }

  /** UTF-8 keeps the order of code points. */
  private static int compareAsBytes(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      int difference = one.charAt(i) - other.charAt(i);
      if (difference != 0) {
        return Character.isSurrogate(one.charAt(i)) != Character.isSurrogate(other.charAt(i))
            ? -difference
            : difference;
      }
    }
    return one.length() - other.length();
  }

  /** Takes a change out of the changelog. */
  void restore(String key, @Nullable V value) {
    if (value == null) {
      entries.remove(key);
    } else {
      entries.put(key, value);
    }
  }

  @Override
  public void put(String key, @Nullable V value) {
    restore(key, value);
    changes.accept(key, value);
  }

  @Override
  public @Nullable V putIfAbsent(String key, V value) {
    V before = entries.get(key);
    if (before == null) {
      put(key, value);
    }
    return before;
  }

  @Override
  public void putAll(List<KeyValue<String, V>> all) {
    all.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public @Nullable V delete(String key) {
    V before = entries.get(key);
    put(key, null);
    return before;
  }

  @Override
  public @Nullable V get(String key) {
    return entries.get(key);
  }

  @Override
  public KeyValueIterator<String, V> range(@Nullable String from, @Nullable String to) {
    NavigableMap<String, V> range = entries;
    range = from == null ? range : range.tailMap(from, true);
    range = to == null ? range : range.headMap(to, true);
    return iterator(range);
  }

  @Override
  public <S extends Serializer<P>, P> KeyValueIterator<String, V> prefixScan(
      P prefix, S serializer) {
    String start = String.valueOf(prefix);
    return iterator(entries.subMap(start, true, start + Character.MAX_VALUE, true));
  }

  @Override
  public KeyValueIterator<String, V> all() {
    return iterator(entries);
  }

  /** Over what is there now, as RocksDB's are. */
  private KeyValueIterator<String, V> iterator(NavigableMap<String, V> range) {
    List<KeyValue<String, V>> now = new ArrayList<>(range.size());
    range.forEach((key, value) -> now.add(KeyValue.pair(key, value)));
    Iterator<KeyValue<String, V>> all = now.iterator();
    return new KeyValueIterator<>() {

      private @Nullable KeyValue<String, V> next;

      @Override
      public boolean hasNext() {
        return next != null || all.hasNext();
      }

      @Override
      public KeyValue<String, V> next() {
        KeyValue<String, V> peeked = next;
        next = null;
        return peeked == null ? all.next() : peeked;
      }

      @Override
      public String peekNextKey() {
        KeyValue<String, V> peeked = next == null ? all.next() : next;
        next = peeked;
        return peeked.key;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public long approximateNumEntries() {
    return entries.size();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {}

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {}

  @Override
  public void close() {}

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public Position getPosition() {
    return Position.emptyPosition();
  }
}
