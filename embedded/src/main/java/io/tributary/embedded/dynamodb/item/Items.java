package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.stream.ItemChange;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.table.Entries;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The items of all tables: each write is one batch with its index entries and stream records. */
public final class Items {
  private final Store store;
  private final Streams streams;
  private final ItemLocks locks = new ItemLocks();

  /** The items in a store. */
  public Items(Store store, Streams streams) {
    this.store = store;
    this.streams = streams;
  }

  /** The items that are being written. */
  ItemLocks locks() {
    return locks;
  }

  /** The store. */
  public Store store() {
    return store;
  }

  /** An item as it is now, for a write. */
  public @Nullable Map<String, AttributeValue> get(Key key) {
    StoredItem stored = stored(key);
    return stored == null ? null : stored.attributes();
  }

  /** An item as it is now, for a read. */
  public @Nullable StoredItem stored(Key key) {
    return StoredItem.of(store.get(key));
  }

  /**
   * Does a write by itself.
   *
   * @throws DynamoDbException a ConditionalCheckFailedException, among others
   */
  Outcome write(Table table, Key key, Write write) {
    if (!locks.hold(key, false)) {
      throw DynamoDbException.service(
          "TransactionConflictException", "Transaction is ongoing for the item");
    }
    try (Batch batch = new Batch()) {
      Map<String, AttributeValue> before = get(key);
      if (!write.allows(before)) {
        throw DynamoDbException.service(
            "ConditionalCheckFailedException",
            "The conditional request failed",
            write.returnsOnFailure() && before != null ? Map.of("Item", before) : Map.of());
      }
      Outcome outcome = Outcome.of(table, write, before);
      commit(batch, Map.of(key, outcome), false);
      return outcome;
    } finally {
      locks.release(key);
    }
  }

  /** Removes an item that has expired, if it still has by the time it is locked. */
  void expire(Table table, Key key, long now) {
    String attribute = Objects.requireNonNull(table.timeToLive());
    if (!locks.hold(key, false)) {
      return;
    }
    try (Batch batch = new Batch()) {
      Map<String, AttributeValue> before = get(key);
      Long second = before == null ? null : Entries.second(before, attribute);
      if (before != null && second != null && second < now) {
        Outcome removal = new Outcome(table, table.key().of(before), before, null);
        commit(batch, Map.of(key, removal), true);
      }
    } finally {
      locks.release(key);
    }
  }

  /**
   * Writes outcomes by the keys of their items, which the caller holds, and the rest of the batch.
   */
  void commit(Batch batch, Map<Key, Outcome> outcomes, boolean expired) {
    List<ItemChange> streamed = new ArrayList<>();
    outcomes.forEach(
        (key, outcome) -> {
          if (outcome.isChange()) {
            Table table = outcome.table();
            Entries.replace(batch, table, key, outcome.before(), outcome.after());
            Integer stream = table.openStream();
            if (stream != null) {
              streamed.add(
                  new ItemChange(
                      stream, outcome.key(), outcome.before(), outcome.after(), expired));
            }
          }
        });
    if (!streamed.isEmpty()) {
      streams.write(batch, streamed);
    } else if (!batch.isEmpty()) {
      store.write(batch);
    }
  }
}
