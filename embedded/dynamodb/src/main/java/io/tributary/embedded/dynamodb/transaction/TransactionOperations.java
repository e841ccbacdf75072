package io.tributary.embedded.dynamodb.transaction;

import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.item.Capacity;
import io.tributary.embedded.dynamodb.item.ItemKeys;
import io.tributary.embedded.dynamodb.item.ItemOperations;
import io.tributary.embedded.dynamodb.item.Items;
import io.tributary.embedded.dynamodb.item.Outcome;
import io.tributary.embedded.dynamodb.item.Write;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
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

/** TransactGetItems and TransactWriteItems. */
public final class TransactionOperations {
  private static final int BYTES = 4 << 20;
  private static final String ACTIONS = "TransactItems";

  private final Catalog catalog;
  private final Items items;
  private final ClientTokens tokens;

  /** The operations on these items. */
  public TransactionOperations(Catalog catalog, Items items, ClientTokens tokens) {
    this.catalog = catalog;
    this.items = items;
    this.tokens = tokens;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of("TransactGetItems", this::get, "TransactWriteItems", this::write);
  }

  private record Get(
      String table, Map<String, AttributeValue> key, @Nullable Projection projection) {

    static Get read(Map<?, ?> action) {
      Map<?, ?> get = Members.required(action, "Get");
      Map<String, AttributeValue> key = ValueReader.item(Members.required(get, "Key"));
      Placeholders placeholders = Placeholders.of(get, List.of("ProjectionExpression"), true);
      Projection projection = Projection.parse(get, placeholders);
      placeholders.requireUsed();
      return new Get(Members.text(get, "TableName"), key, projection);
    }
  }

  private Map<String, ?> get(Map<String, Object> request) {
    List<Get> gets = Members.objects(request, ACTIONS).stream().map(Get::read).toList();
    List<Table> tables = gets.stream().map(get -> catalog.forItems(get.table())).toList();
    Cancellation cancellation = new Cancellation(gets.size());
    Set<Key> keys = new HashSet<>();
    for (int i = 0; i < gets.size(); i++) {
      try {
        ItemKeys.requireKey(tables.get(i).key(), gets.get(i).key());
        requireOther(keys, key(tables.get(i), gets.get(i).key()));
      } catch (DynamoDbException e) {
        if (e.text().startsWith("Transaction request")) {
          throw e;
        }
        cancellation.because(i, e);
      }
    }
    cancellation.throwIfAny();
    Capacity capacity = new Capacity();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("Responses", read(gets, tables, capacity));
    capacity.report(request, answer, true, "Read");
    return answer;
  }

  private List<Map<String, Object>> read(List<Get> gets, List<Table> tables, Capacity capacity) {
    List<Map<String, Object>> responses = new ArrayList<>();
    long bytes = 0;
    try (View view = items.store().view()) {
      for (int i = 0; i < gets.size(); i++) {
        Get get = gets.get(i);
        byte[] stored = view.get(key(tables.get(i), get.key()));
        StoredItem item = stored == null ? null : new StoredItem(stored);
        int size = item == null ? 0 : item.size();
        bytes += size;
        capacity.addRead(tables.get(i), null, size, 2);
        Object part = item == null ? Map.of() : item.part(get.projection());
        responses.add(part.equals(Map.of()) ? Map.of() : Map.of("Item", part));
      }
    }
    requireBytes(bytes);
    return responses;
  }

  private static Key key(Table table, Map<String, AttributeValue> item) {
    return table.key().entry(table.space(), item);
  }

  private static void requireOther(Set<Key> keys, Key key) {
    DynamoDbException.refuse(
        !keys.add(key), "Transaction request cannot include multiple operations on one item");
  }

  private static void requireBytes(long bytes) {
    DynamoDbException.refuse(
        bytes > BYTES,
        "Collection size of items in the transaction has exceeded the maximum "
            + "allowed size of 4 MB");
  }

  private static Write action(Map<?, ?> action) {
    DynamoDbException.refuse(
        action.size() != 1, "TransactItems can only contain one of Check, Put, Update or Delete");
    Map.Entry<?, ?> only = action.entrySet().iterator().next();
    Write.Kind kind =
        switch ((String) only.getKey()) {
          case "Put" -> Write.Kind.PUT;
          case "Update" -> Write.Kind.UPDATE;
          case "Delete" -> Write.Kind.DELETE;
          default -> Write.Kind.CHECK;
        };
    return Write.read(kind, (Map<?, ?>) only.getValue(), true);
  }

  private Map<String, ?> write(Map<String, Object> request) {
    List<Write> writes = new ArrayList<>();
    Members.objects(request, ACTIONS).forEach(action -> writes.add(action(action)));
    requireBytes(writes.stream().mapToLong(write -> ItemSize.of(write.item())).sum());
    String token = Members.text(request, "ClientRequestToken", "");
    boolean done = !token.isEmpty() && tokens.isDone(token, request);
    catalog.items().lock();
    try {
      return done ? again(request, writes) : write(request, writes, token);
    } finally {
      catalog.items().unlock();
      if (!done) {
        tokens.end(token);
      }
    }
  }

  /** The answer for a transaction that has been done: the items are read. */
  private Map<String, ?> again(Map<String, Object> request, List<Write> writes) {
    Capacity capacity = new Capacity();
    for (Write write : writes) {
      Table table = catalog.forItems(write.table());
      Map<String, AttributeValue> item = items.get(key(table, write.item()));
      capacity.addRead(table, null, item == null ? 0 : ItemSize.of(item), 2);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    capacity.report(request, answer, true, "Read");
    return answer;
  }

  private Map<String, ?> write(Map<String, Object> request, List<Write> writes, String token) {
    List<Table> tables = writes.stream().map(write -> catalog.forItems(write.table())).toList();
    Transaction transaction = new Transaction(items, writes.size());
    for (int i = 0; i < writes.size(); i++) {
      transaction.add(writes.get(i), tables.get(i));
    }
    List<Outcome> outcomes =
        transaction.run(
            batch -> {
              if (!token.isEmpty()) {
                tokens.complete(batch, token, request);
              }
            });
    Capacity capacity = new Capacity();
    outcomes.forEach(outcome -> capacity.addWrite(outcome, 2));
    Map<String, Object> answer = new LinkedHashMap<>();
    if ("SIZE".equals(request.get("ReturnItemCollectionMetrics"))) {
      Map<String, List<Object>> metrics = new LinkedHashMap<>();
      for (int i = 0; i < writes.size(); i++) {
        if (tables.get(i).hasLocalIndexes()) {
          metrics
              .computeIfAbsent(tables.get(i).name(), any -> new ArrayList<>())
              .add(ItemOperations.metrics(tables.get(i), writes.get(i).item()));
        }
      }
      if (!metrics.isEmpty()) {
        answer.put("ItemCollectionMetrics", metrics);
      }
    }
    capacity.report(request, answer, true, "Write");
    return answer;
  }
}
