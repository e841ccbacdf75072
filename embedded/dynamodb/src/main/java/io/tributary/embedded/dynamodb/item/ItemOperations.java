package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.expression.Update;
import io.tributary.embedded.dynamodb.item.Write.Kind;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.KeyAttribute;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GetItem, PutItem, UpdateItem and DeleteItem. */
public final class ItemOperations {
  private static final String DETECTED = "1 validation error detected: ";

  private final Catalog catalog;
  private final Items items;

  /** The operations on these items. */
  public ItemOperations(Catalog catalog, Items items) {
    this.catalog = catalog;
    this.items = items;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of(
        "GetItem", this::get,
        "PutItem", request -> write(Kind.PUT, request),
        "UpdateItem", request -> write(Kind.UPDATE, request),
        "DeleteItem", request -> write(Kind.DELETE, request));
  }

  private Map<String, ?> get(Map<String, Object> request) {
    LegacyParameters.refuse(request, List.of("ProjectionExpression"));
    Map<String, AttributeValue> key = ValueReader.item(Members.required(request, "Key"));
    Placeholders placeholders = Placeholders.of(request, List.of("ProjectionExpression"), false);
    Projection projection = Projection.parse(request, placeholders);
    placeholders.requireUsed();
    Table table = catalog.forItems(Members.text(request, "TableName"));
    ItemKeys.requireKey(table.key(), key);
    StoredItem item = items.stored(table.key().entry(table.space(), key));
    Map<String, Object> answer = new LinkedHashMap<>();
    if (item != null) {
      answer.put("Item", item.part(projection));
    }
    Capacity capacity = new Capacity();
    capacity.addRead(
        table,
        null,
        item == null ? 0 : item.size(),
        Members.flag(request, "ConsistentRead") ? 1 : 0.5);
    capacity.report(request, answer, false, "");
    return answer;
  }

  private Map<String, ?> write(Kind kind, Map<String, Object> request) {
    Write write;
    try {
      write = Write.read(kind, request, false);
    } catch (DynamoDbException e) {
      throw e.name().equals("ValidationException") ? e.prefixed(DETECTED) : e;
    }
    Outcome outcome;
    catalog.items().lock();
    try {
      Table table = catalog.forItems(write.table());
      write.check(table);
      outcome = items.write(table, write);
    } finally {
      catalog.items().unlock();
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    Map<String, AttributeValue> returned =
        returned(Members.text(request, "ReturnValues", "NONE"), write.update(), outcome);
    if (returned != null && !returned.isEmpty()) {
      answer.put("Attributes", returned);
    }
    Capacity capacity = new Capacity();
    capacity.addWrite(outcome, 1);
    capacity.report(request, answer, false, "");
    if ("SIZE".equals(request.get("ReturnItemCollectionMetrics"))
        && outcome.table().hasLocalIndexes()) {
      answer.put("ItemCollectionMetrics", metrics(outcome.table(), write.item()));
    }
    return answer;
  }

  private static @Nullable Map<String, AttributeValue> returned(
      String wanted, @Nullable Update update, Outcome outcome) {
    Map<String, AttributeValue> side = wanted.endsWith("OLD") ? outcome.before() : outcome.after();
    if (wanted.equals("NONE") || side == null) {
      return null;
    }
    return wanted.startsWith("UPDATED") && update != null
        ? new Projection(update.targets()).apply(side)
        : side;
  }

  /** The estimate of an item collection's size. */
  public static Map<String, Object> metrics(Table table, Map<String, AttributeValue> item) {
    KeyAttribute hash = table.key().hash().get(0);
    Map<String, Object> key = new LinkedHashMap<>();
    key.put(hash.name(), item.getOrDefault(hash.name(), new AttributeValue.Null()));
    return Map.of("ItemCollectionKey", key, "SizeEstimateRangeGB", List.of(0, 1));
  }
}
