package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Writes of which all are done or none. */
final class Transaction {
  private final Items items;
  private final Cancellation cancellation;
  private final List<Action> actions = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();

  private record Action(Write write, Table table, Key key) {}

  Transaction(Items items, int size) {
    this.items = items;
    this.cancellation = new Cancellation(size);
  }

  /**
   * Adds an action.
   *
   * @throws DynamoDbException if another one has its item, its key is empty, or it updates its key
   */
  void add(Write write, Table table) {
    int number = actions.size();
    try {
      Key key = write.check(table);
      actions.add(new Action(write, table, key));
      DynamoDbException.refuse(numbers.put(key, number) != null, TransactionOperations.ONE_ITEM);
    } catch (DynamoDbException e) {
      if (isOfRequest(e)) {
        throw e;
      }
      cancellation.because(number, e);
      actions.add(new Action(write, table, new Key(new byte[0])));
    }
  }

  /** Errors that cancel nothing, because the request shows them. */
  private static boolean isOfRequest(DynamoDbException e) {
    String text = e.text();
    return (text.contains("cannot contain an empty") && !text.contains("IndexName"))
        || text.contains("part of the key")
        || text.equals(TransactionOperations.ONE_ITEM);
  }

  /**
   * Does all of them.
   *
   * @param further adds to the batch
   * @throws DynamoDbException a TransactionCanceledException
   */
  List<Outcome> run(Consumer<Batch> further) {
    cancellation.throwIfAny();
    List<Key> held = new ArrayList<>();
    try (Batch batch = new Batch()) {
      // In one order for all, so that of two transactions one goes on.
      for (Key key : new TreeSet<>(numbers.keySet())) {
        if (!items.locks().hold(key, true)) {
          cancellation.because(
              numbers.getOrDefault(key, 0),
              "TransactionConflict",
              "Transaction is ongoing for the item",
              null);
          break;
        }
        held.add(key);
      }
      cancellation.throwIfAny();
      Map<Key, Outcome> outcomes = outcomes();
      cancellation.throwIfAny();
      further.accept(batch);
      items.commit(batch, outcomes, false);
      return List.copyOf(outcomes.values());
    } finally {
      held.forEach(items.locks()::release);
    }
  }

  private Map<Key, Outcome> outcomes() {
    Map<Key, Outcome> outcomes = new LinkedHashMap<>();
    for (int i = 0; i < actions.size(); i++) {
      Action action = actions.get(i);
      Map<String, AttributeValue> before = items.get(action.key());
      try {
        if (action.write().allows(before)) {
          outcomes.put(action.key(), Outcome.of(action.table(), action.write(), before));
        } else {
          cancellation.because(
              i,
              "ConditionalCheckFailed",
              "The conditional request failed",
              action.write().returnsOnFailure() ? before : null);
        }
      } catch (DynamoDbException e) {
        cancellation.because(i, e);
      }
    }
    return outcomes;
  }
}
