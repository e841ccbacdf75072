package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An item in the store, with its entries in indexes, its expiry and the counters. */
public final class Entries {
  private static final BigDecimal LAST_SECOND = new BigDecimal("1000000000000");

  private Entries() {}

  /**
   * Replaces an item.
   *
   * @param key of the item in the store
   * @param before null if there was none
   * @param after null if there shall be none
   */
  public static void replace(
      Batch batch,
      Table table,
      Key key,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    if (after == null) {
      batch.delete(key);
    } else {
      batch.put(key, StoredItem.encode(after));
    }
    int items = (after == null ? 0 : 1) - (before == null ? 0 : 1);
    count(batch, table.space(), items, ItemSize.of(after) - ItemSize.of(before));
    table.indexes().forEach(index -> replace(batch, index, key, before, after));
    String timeToLive = table.timeToLive();
    if (timeToLive != null) {
      Key from = expiry(table, key, before, timeToLive);
      move(batch, from, expiry(table, key, after, timeToLive), new byte[0]);
    }
  }

  private static void replace(
      Batch batch,
      Index index,
      Key key,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    Key from = index.find(before);
    Key to = index.find(after);
    move(batch, from, to, key.bytes());
    int bytes = (to == null ? 0 : index.size(after)) - (from == null ? 0 : index.size(before));
    count(batch, index.space(), (to == null ? 0 : 1) - (from == null ? 0 : 1), bytes);
  }

  private static void count(Batch batch, int space, int items, int bytes) {
    if (items != 0) {
      batch.add(itemCount(space), items);
    }
    if (bytes != 0) {
      batch.add(byteCount(space), bytes);
    }
  }

  /** The key of the number of entries of a table or an index, always exact. */
  static Key itemCount(int space) {
    return Key.of(Key.Kind.COUNTER, space, new byte[] {0});
  }

  /** The key of the number of their bytes. */
  static Key byteCount(int space) {
    return Key.of(Key.Kind.COUNTER, space, new byte[] {1});
  }

  /** Adds the entries of a new index; items whose values cannot be its keys have none. */
  static void add(Batch batch, Store store, Table table, Index index) {
    each(store, table, (key, item) -> replace(batch, index, key, null, item));
  }

  /** Adds the expiries of all items. */
  static void addExpiries(Batch batch, Store store, Table table, String attribute) {
    each(
        store,
        table,
        (key, item) -> move(batch, null, expiry(table, key, item, attribute), new byte[0]));
  }

  private static void each(
      Store store, Table table, BiConsumer<Key, Map<String, AttributeValue>> step) {
    store.forEach(
        Range.of(Key.of(Key.Kind.ENTRY, table.space())),
        (key, item) -> step.accept(key, new StoredItem(item).attributes()));
  }

  private static void move(Batch batch, @Nullable Key from, @Nullable Key to, byte[] value) {
    if (from != null && to != null && from.equals(to)) {
      return;
    }
    if (from != null) {
      batch.delete(from);
    }
    if (to != null) {
      batch.put(to, value);
    }
  }

  /** The key of an item's expiry; null if it has none. */
  static @Nullable Key expiry(
      Table table, Key key, @Nullable Map<String, AttributeValue> item, String attribute) {
    Long second = item == null ? null : second(item, attribute);
    return second == null ? null : expiry(table, second, key.bytes());
  }

  /** The key of an expiry; the first one in that second if the item's key is empty. */
  public static Key expiry(Table table, long second, byte[] item) {
    return Key.of(Key.Kind.EXPIRY, table.space(), second, item);
  }

  /** The key of the item in the key of an expiry. */
  public static Key item(Key expiry) {
    int prefix = 1 + Integer.BYTES + Long.BYTES;
    return new Key(Arrays.copyOfRange(expiry.bytes(), prefix, expiry.content().length()));
  }

  /** The second in which an item expires; null if it does not. */
  public static @Nullable Long second(Map<String, AttributeValue> item, String attribute) {
    AttributeValue value = item.get(attribute);
    if (value == null || value.type() != ValueType.N) {
      return null;
    }
    BigDecimal seconds = value.number().setScale(0, RoundingMode.FLOOR);
    boolean possible = seconds.signum() > 0 && seconds.compareTo(LAST_SECOND) < 0;
    return possible ? (Long) seconds.longValueExact() : null;
  }
}
