package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemCodec;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Map;
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
      batch.put(key, ItemCodec.encode(after));
    }
    int items = (after == null ? 0 : 1) - (before == null ? 0 : 1);
    long bytes =
        (after == null ? 0L : ItemSize.of(after)) - (before == null ? 0L : ItemSize.of(before));
    Counters.add(batch, table.space(), items, bytes);
    for (Index index : table.indexes()) {
      replace(batch, table, index, key, before, after);
    }
    String timeToLive = table.timeToLive();
    if (timeToLive != null) {
      move(
          batch,
          expiry(table, key, before, timeToLive),
          expiry(table, key, after, timeToLive),
          new byte[0]);
    }
  }

  static void replace(
      Batch batch,
      Table table,
      Index index,
      Key key,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    Key old = entry(table, index, before);
    Key young = entry(table, index, after);
    move(batch, old, young, key.bytes());
    long bytes =
        (young == null || after == null ? 0L : index.size(after))
            - (old == null || before == null ? 0L : index.size(before));
    Counters.add(batch, index.space(), (young == null ? 0 : 1) - (old == null ? 0 : 1), bytes);
  }

  /** The key of an index's entry for the item; null if there is none. */
  public static @Nullable Key entry(
      Table table, Index index, @Nullable Map<String, AttributeValue> item) {
    return item != null && index.key().isIn(item)
        ? index.key().entry(index.space(), item, table.key())
        : null;
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
    byte[] bytes = expiry.bytes();
    int prefix = 1 + Integer.BYTES + Long.BYTES;
    return new Key(Arrays.copyOfRange(bytes, prefix, bytes.length));
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
