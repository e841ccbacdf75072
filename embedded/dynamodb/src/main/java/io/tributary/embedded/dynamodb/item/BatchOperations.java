package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** BatchGetItem and BatchWriteItem. */
public final class BatchOperations {
  private static final int GETS = 100;
  private static final int WRITES = 25;
  private static final int BYTES = 16 << 20;
  private static final String REQUESTS = "RequestItems";

  private final Catalog catalog;
  private final Items items;

  /** The operations on these items. */
  public BatchOperations(Catalog catalog, Items items) {
    this.catalog = catalog;
    this.items = items;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of("BatchGetItem", this::get, "BatchWriteItem", this::write);
  }

  /** Keys of one table, as a request has them. */
  private record Gets(
      String name,
      Map<?, ?> request,
      @Nullable Projection projection,
      List<Map<String, AttributeValue>> keys) {

    static Gets read(String name, Map<?, ?> request) {
      LegacyParameters.refuse(request, List.of("ProjectionExpression"));
      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      for (Map<?, ?> key : Members.objects(request, "Keys")) {
        keys.add(ValueReader.item(key));
      }
      Placeholders placeholders = Placeholders.of(request, List.of("ProjectionExpression"), false);
      Projection projection = Projection.parse(request, placeholders);
      placeholders.requireUsed();
      if (new HashSet<>(keys).size() < keys.size()) {
        throw duplicates();
      }
      return new Gets(name, request, projection, keys);
    }
  }

  private static DynamoDbException duplicates() {
    return DynamoDbException.validation("Provided list of item keys contains duplicates");
  }

  private static DynamoDbException tooMany(String operation) {
    return DynamoDbException.validation("Too many items requested for the %s call", operation);
  }

  private Map<String, ?> get(Map<String, Object> request) {
    List<Gets> gets = new ArrayList<>();
    Members.required(request, REQUESTS)
        .forEach((name, keys) -> gets.add(Gets.read((String) name, (Map<?, ?>) keys)));
    if (gets.stream().mapToInt(one -> one.keys().size()).sum() > GETS) {
      throw tooMany("BatchGetItem");
    }
    Map<String, Object> responses = new LinkedHashMap<>();
    Map<String, Object> unprocessed = new LinkedHashMap<>();
    Capacity capacity = new Capacity();
    List<Table> tables = new ArrayList<>();
    for (Gets one : gets) {
      Table table = catalog.forItems(one.name());
      one.keys().forEach(key -> ItemKeys.requireKey(table.key(), key));
      tables.add(table);
    }
    long bytes = 0;
    for (int i = 0; i < gets.size(); i++) {
      bytes = get(gets.get(i), tables.get(i), bytes, responses, unprocessed, capacity);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("Responses", responses);
    answer.put("UnprocessedKeys", unprocessed);
    capacity.report(request, answer, true, "");
    return answer;
  }

  /** Gets items of one table, as long as the answer has room; the bytes of the answer so far. */
  private long get(
      Gets gets,
      Table table,
      long before,
      Map<String, Object> responses,
      Map<String, Object> unprocessed,
      Capacity capacity) {
    List<Object> found = new ArrayList<>();
    List<Map<String, AttributeValue>> rest = new ArrayList<>();
    double factor = Members.flag(gets.request(), "ConsistentRead") ? 1 : 0.5;
    long bytes = before;
    for (Map<String, AttributeValue> key : gets.keys()) {
      StoredItem item = items.stored(table.key().entry(table.space(), key));
      int size = item == null ? 0 : item.size();
      if (bytes + size > BYTES) {
        rest.add(key);
        continue;
      }
      bytes += size;
      capacity.addRead(table, null, size, factor);
      if (item != null) {
        found.add(item.part(gets.projection()));
      }
    }
    responses.put(gets.name(), found);
    if (!rest.isEmpty()) {
      Map<String, Object> again = new LinkedHashMap<>();
      gets.request().forEach((member, value) -> again.put((String) member, value));
      again.put("Keys", rest);
      unprocessed.put(gets.name(), again);
    }
    return bytes;
  }

  /** A write of a batch, and its place in the request. */
  private record Put(String name, Map<?, ?> request, Write write) {

    static Put read(String name, Map<?, ?> request) {
      DynamoDbException.refuse(
          request.size() != 1,
          "Supplied WriteRequest must contain exactly one of PutRequest and DeleteRequest");
      boolean isPut = request.containsKey("PutRequest");
      Map<String, Object> write =
          new LinkedHashMap<>(
              isPut
                  ? Map.of(
                      "Item", Members.required(Members.required(request, "PutRequest"), "Item"))
                  : Map.of(
                      "Key", Members.required(Members.required(request, "DeleteRequest"), "Key")));
      write.put("TableName", name);
      return new Put(
          name, request, Write.read(isPut ? Write.Kind.PUT : Write.Kind.DELETE, write, false));
    }
  }

  private Map<String, ?> write(Map<String, Object> request) {
    List<Put> puts = new ArrayList<>();
    Members.required(request, REQUESTS)
        .forEach(
            (name, writes) ->
                ((List<?>) writes)
                    .forEach(one -> puts.add(Put.read((String) name, (Map<?, ?>) one))));
    if (puts.size() > WRITES) {
      throw tooMany("BatchWriteItem");
    }
    catalog.items().lock();
    try {
      Set<Key> keys = new HashSet<>();
      for (Put put : puts) {
        Table table = catalog.forItems(put.name());
        put.write().check(table);
        if (!keys.add(table.key().entry(table.space(), put.write().item()))) {
          throw duplicates();
        }
      }
      return write(request, puts);
    } finally {
      catalog.items().unlock();
    }
  }

  private Map<String, ?> write(Map<String, Object> request, List<Put> puts) {
    Capacity capacity = new Capacity();
    Map<String, List<Object>> unprocessed = new LinkedHashMap<>();
    Map<String, List<Object>> metrics = new LinkedHashMap<>();
    for (Put put : puts) {
      Table table = catalog.forItems(put.name());
      try {
        capacity.addWrite(items.write(table, put.write()), 1);
      } catch (DynamoDbException e) {
        // A transaction holds the item; nothing else can go wrong any more.
        unprocessed.computeIfAbsent(put.name(), any -> new ArrayList<>()).add(put.request());
      }
      if (table.hasLocalIndexes()) {
        metrics
            .computeIfAbsent(put.name(), any -> new ArrayList<>())
            .add(ItemOperations.metrics(table, put.write().item()));
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("UnprocessedItems", unprocessed);
    if ("SIZE".equals(request.get("ReturnItemCollectionMetrics")) && !metrics.isEmpty()) {
      answer.put("ItemCollectionMetrics", metrics);
    }
    capacity.report(request, answer, true, "");
    return answer;
  }
}
