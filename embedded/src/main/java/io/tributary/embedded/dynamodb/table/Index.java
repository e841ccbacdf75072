package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A primary or secondary index.
 *
 * @param name empty for the primary index, which is the table itself
 * @param space of its entries in the store
 * @param projected names of the attributes that it has; empty for all
 */
public record Index(
    String name,
    boolean isGlobal,
    int space,
    KeySchema key,
    KeySchema tableKey,
    Set<String> projected) {

  static Index secondary(
      Map<?, ?> definition, boolean isGlobal, Map<String, ValueType> types, KeySchema table) {
    KeySchema key = KeySchema.of(Members.objects(definition, "KeySchema"), types);
    Map<?, ?> projection = Members.required(definition, "Projection");
    Set<String> projected = new LinkedHashSet<>();
    if (!"ALL".equals(projection.get("ProjectionType"))) {
      projected.addAll(table.names());
      projected.addAll(key.names());
      Members.list(projection, "NonKeyAttributes").forEach(name -> projected.add((String) name));
    }
    int space = Members.number(definition, Table.SPACE, 0);
    return new Index(Members.text(definition, "IndexName"), isGlobal, space, key, table, projected);
  }

  /** True if it is the table itself. */
  public boolean isPrimary() {
    return name.isEmpty();
  }

  /** True if it has all attributes. */
  public boolean hasAll() {
    return projected.isEmpty();
  }

  /** The attributes of an item that it has. */
  public Map<String, AttributeValue> of(Map<String, AttributeValue> item) {
    if (hasAll()) {
      return item;
    }
    Map<String, AttributeValue> part = new LinkedHashMap<>(item);
    part.keySet().retainAll(projected);
    return part;
  }

  /** Bytes of an item's attributes that it has; 0 without an item. */
  public int size(@Nullable Map<String, AttributeValue> item) {
    return item == null ? 0 : ItemSize.of(of(item));
  }

  /** An item's attributes that are in its key or the table's, by which a page goes on. */
  public Map<String, AttributeValue> position(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> position = key.of(item);
    position.putAll(tableKey.of(item));
    return position;
  }

  /** The key of its entry for an item that has all key attributes. */
  public Key entry(Map<String, AttributeValue> item) {
    return key.entry(space, item, isPrimary() ? List.of() : tableKey.all());
  }

  /** The key of its entry for an item; null if it has none. */
  public @Nullable Key find(@Nullable Map<String, AttributeValue> item) {
    return item != null && key.isIn(item) ? entry(item) : null;
  }
}
