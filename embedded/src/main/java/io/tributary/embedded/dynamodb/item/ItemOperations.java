package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.expression.Update;
import io.tributary.embedded.dynamodb.item.Write.Kind;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
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
    Read read = Read.of(request, false);
    Table table = catalog.forItems(read.table());
    StoredItem item = items.stored(read.check(table));
    Capacity capacity = new Capacity();
    capacity.addRead(table, table.primary(), StoredItem.size(item), Capacity.readFactor(request));
    return capacity.report(request, Members.of("Item", item == null ? null : read.part(item)));
  }

  private Map<String, ?> write(Kind kind, Map<String, Object> request) {
    Write write;
    try {
      write = Write.read(kind, request, false);
    } catch (DynamoDbException e) {
      throw e.name().equals("ValidationException") ? e.prefixed(DETECTED) : e;
    }
    Outcome outcome =
        catalog.reading(
            () -> {
              Table table = catalog.forItems(write.table());
              return items.write(table, write.check(table), write);
            });
    Map<String, Object> answer =
        Members.of(
            "Attributes",
            returned(Members.text(request, "ReturnValues", "NONE"), write.update(), outcome));
    Capacity capacity = new Capacity();
    capacity.addWrite(request, outcome, 1);
    return capacity.report(request, answer);
  }

  private static @Nullable Map<String, AttributeValue> returned(
      String wanted, @Nullable Update update, Outcome outcome) {
    Map<String, AttributeValue> side = wanted.endsWith("OLD") ? outcome.before() : outcome.after();
    if (wanted.equals("NONE") || side == null) {
      return null;
    }
    if (!wanted.startsWith("UPDATED") || update == null) {
      return side;
    }
    Map<String, AttributeValue> parts = new Projection(update.targets()).apply(side);
    return parts.isEmpty() ? null : parts;
  }
}
