package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A read of an item as its request says it, before any table is looked at.
 *
 * @param table name or ARN
 * @param nested attributes of which the projection names an element
 */
public record Read(
    String table,
    Map<String, AttributeValue> key,
    @Nullable Projection projection,
    Set<String> nested) {

  /**
   * Reads a request.
   *
   * @param namesKeys whether an error in an expression's value names its placeholder
   */
  public static Read of(Map<?, ?> request, boolean namesKeys) {
    List<Map<?, ?>> key = List.of(Members.required(request, "Key"));
    return all(Members.text(request, "TableName"), request, key, namesKeys).get(0);
  }

  /** The same for many keys, as a batch has them. */
  static List<Read> all(String table, Map<?, ?> request, List<Map<?, ?>> given, boolean namesKeys) {
    List<Map<String, AttributeValue>> keys = given.stream().map(ValueReader::item).toList();
    Placeholders placeholders =
        Placeholders.of(request, List.of("ProjectionExpression"), namesKeys);
    Projection projection = Projection.parse(request, placeholders);
    placeholders.requireUsed();
    return keys.stream()
        .map(key -> new Read(table, key, projection, placeholders.nested()))
        .toList();
  }

  /** The key of the item in the store; checks the read against its table. */
  public Key check(Table target) {
    ItemKeys.requireKey(target.key(), key);
    ItemKeys.requireScalars(target, nested);
    return target.primary().entry(key);
  }

  /** The item, or the parts of it that are wanted. */
  public Object part(StoredItem item) {
    return projection == null ? item : projection.apply(item.attributes());
  }
}
