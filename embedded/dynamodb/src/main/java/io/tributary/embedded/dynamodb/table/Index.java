package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A secondary index.
 *
 * @param space of its entries in the store
 * @param projected names of the attributes that it has; empty for all
 */
public record Index(
    String name, boolean isGlobal, int space, KeySchema key, Set<String> projected) {

  static Index of(
      Map<?, ?> definition, boolean isGlobal, int space, KeySchema key, KeySchema table) {
    Map<?, ?> projection = (Map<?, ?>) definition.get("Projection");
    Set<String> projected = new LinkedHashSet<>();
    if (projection != null && !"ALL".equals(projection.get("ProjectionType"))) {
      projected.addAll(table.names());
      projected.addAll(key.names());
      Members.list(projection, "NonKeyAttributes").forEach(name -> projected.add((String) name));
    }
    return new Index(Members.text(definition, "IndexName"), isGlobal, space, key, projected);
  }

  /** Whether it has all attributes. */
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

  /** Bytes of an item's attributes that it has. */
  public int size(Map<String, AttributeValue> item) {
    return ItemSize.of(of(item));
  }
}
