package io.tributary.operations.verify;

import io.tributary.schemas.table.TableDefinition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Consistent reads of single items. */
record TableReads(ComparedTables compared) {

  /** Limit of a request. */
  static final int MOST = 100;

  /** Approximate count of items, which DynamoDB updates every few hours. */
  long count(TableDefinition table) {
    return compared
        .client()
        .describeTable(request -> request.tableName(compared.prefix() + table.name()))
        .table()
        .itemCount();
  }

  boolean isEmpty(TableDefinition table) {
    return compared
        .client()
        .scan(request -> request.tableName(compared.prefix() + table.name()).limit(1))
        .items()
        .isEmpty();
  }

  /** The item, or no attributes. */
  Map<String, AttributeValue> get(ItemKey key) {
    return get(List.of(key)).get(0);
  }

  /** Items of up to {@link #MOST} keys of a table, in their order. */
  List<Map<String, AttributeValue>> get(List<ItemKey> keys) {
    Map<ByteBuffer, Map<String, AttributeValue>> items = new HashMap<>();
    Map<String, KeysAndAttributes> open = keys.isEmpty() ? Map.of() : request(keys);
    while (!open.isEmpty()) {
      Map<String, KeysAndAttributes> asked = open;
      BatchGetItemResponse answer =
          compared.client().batchGetItem(request -> request.requestItems(asked));
      answer.responses().values().stream()
          .flatMap(Collection::stream)
          .forEach(
              item ->
                  items.put(idOf(ItemKey.of(keys.get(0).table(), item)), compared.counted(item)));
      open = answer.unprocessedKeys();
    }
    List<Map<String, AttributeValue>> inOrder = new ArrayList<>();
    keys.forEach(key -> inOrder.add(items.getOrDefault(idOf(key), Map.of())));
    return inOrder;
  }

  private Map<String, KeysAndAttributes> request(List<ItemKey> keys) {
    return Map.of(
        compared.prefix() + keys.get(0).table().name(),
        KeysAndAttributes.builder()
            .consistentRead(true)
            .keys(keys.stream().map(ItemKey::attributes).toList())
            .build());
  }

  private static ByteBuffer idOf(ItemKey key) {
    return ByteBuffer.wrap(key.bytes());
  }
}
