package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** TransactGetItems and TransactWriteItems. */
public final class TransactionOperations {
  private static final int BYTES = 4 << 20;
  private static final String ACTIONS = "TransactItems";

  /** The error of a transaction that has an item twice. */
  static final String ONE_ITEM =
      "Transaction request cannot include multiple operations on one item";

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

  private Map<String, ?> get(Map<String, Object> request) {
    List<Read> reads =
        Members.objects(request, ACTIONS).stream()
            .map(action -> Read.of(Members.required(action, "Get"), true))
            .toList();
    List<Table> tables = reads.stream().map(read -> catalog.forItems(read.table())).toList();
    Cancellation cancellation = new Cancellation(reads.size());
    Set<Key> keys = new LinkedHashSet<>();
    for (int i = 0; i < reads.size(); i++) {
      try {
        DynamoDbException.refuse(!keys.add(reads.get(i).check(tables.get(i))), ONE_ITEM);
      } catch (DynamoDbException e) {
        if (e.text().equals(ONE_ITEM)) {
          throw e;
        }
        cancellation.because(i, e);
      }
    }
    cancellation.throwIfAny();
    Capacity capacity = new Capacity();
    List<Object> responses = read(reads, tables, List.copyOf(keys), capacity);
    return capacity.reportList(request, Members.of("Responses", responses), "Read");
  }

  private List<Object> read(
      List<Read> reads, List<Table> tables, List<Key> keys, Capacity capacity) {
    List<Object> responses = new ArrayList<>();
    long bytes = 0;
    try (View view = items.store().view()) {
      for (int i = 0; i < reads.size(); i++) {
        StoredItem item = StoredItem.of(view.get(keys.get(i)));
        bytes += StoredItem.size(item);
        capacity.addRead(tables.get(i), tables.get(i).primary(), StoredItem.size(item), 2);
        Object part = item == null ? null : reads.get(i).part(item);
        responses.add(Members.of("Item", Map.of().equals(part) ? null : part));
      }
    }
    requireBytes(bytes);
    return responses;
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
    try {
      return catalog.reading(() -> done ? again(request, writes) : write(request, writes, token));
    } finally {
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
      StoredItem item = items.stored(write.check(table));
      capacity.addRead(table, table.primary(), StoredItem.size(item), 2);
    }
    return capacity.reportList(request, Members.of(), "Read");
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
    outcomes.forEach(outcome -> capacity.addWrite(request, outcome, 2));
    return capacity.reportList(request, Members.of(), "Write");
  }
}
