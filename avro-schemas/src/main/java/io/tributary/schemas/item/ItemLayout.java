package io.tributary.schemas.item;

import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Layout of the items of a topic's records.
 *
 * @param implied key that a record implies
 * @param keys texts of the table's key of each of the record's items
 * @param attributes besides the table's key
 * @param removes true for a record that removes its items
 * @param tombstones true for a topic with tombstones: of expired items, or after removals
 */
public record ItemLayout<K, V extends SpecificRecordBase>(
    Topic<K, V> topic,
    TableDefinition table,
    Function<V, K> implied,
    List<Function<K, List<String>>> keys,
    Attributes<V> attributes,
    Predicate<V> removes,
    boolean tombstones) {

  public ItemLayout {
    keys = List.copyOf(keys);
  }

  /** A layout of one item for a record, which is never removed. */
  public static <K, V extends SpecificRecordBase> ItemLayout<K, V> of(
      Topic<K, V> topic,
      TableDefinition table,
      Function<V, K> implied,
      Function<K, List<String>> key,
      Attributes<V> attributes) {
    return new ItemLayout<>(topic, table, implied, List.of(key), attributes, none -> false, false);
  }

  /** The layout with the same item under another key. */
  public ItemLayout<K, V> copied(Function<K, List<String>> key) {
    List<Function<K, List<String>>> all = new ArrayList<>(keys);
    all.add(key);
    return new ItemLayout<>(topic, table, implied, all, attributes, removes, tombstones);
  }

  /** The layout of a topic with records that remove their items. */
  public ItemLayout<K, V> removedBy(Predicate<V> removal) {
    return new ItemLayout<>(topic, table, implied, keys, attributes, removal, tombstones);
  }

  /** The layout of a topic with tombstones. */
  public ItemLayout<K, V> withTombstones() {
    return new ItemLayout<>(topic, table, implied, keys, attributes, removes, true);
  }

  /** Keys of a record's items, as attributes. */
  public List<Map<String, Object>> keysOf(K key) {
    return keys.stream().map(texts -> keyOf(texts.apply(key))).toList();
  }

  private Map<String, Object> keyOf(List<String> texts) {
    List<String> names = table.key().names();
    Map<String, Object> attributes = new HashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      attributes.put(names.get(i), texts.get(i));
    }
    return attributes;
  }

  /**
   * Items of a record. {@link UnstorableException} for a value that no item can hold.
   *
   * @param key the one that the value implies
   */
  public List<Map<String, Object>> itemsOf(K key, V value) {
    Map<String, Object> content = attributes.of(value);
    List<Map<String, Object>> items = keysOf(key);
    items.forEach(item -> item.putAll(content));
    return items;
  }

  /** {@link KeyFormatException} for a record whose value implies another key. */
  public void requireImplied(K key, V value) {
    if (!key.equals(implied.apply(value))) {
      throw new KeyFormatException("is not the one that the value implies");
    }
  }

  /** Bytes of a record's first item, as DynamoDB counts them. */
  public long size(V value) {
    return ItemSize.of(itemsOf(implied.apply(value), value).get(0));
  }
}
