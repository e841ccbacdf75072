package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Json;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** The tables. Operations on items hold the lock for reading, changes of tables for writing. */
public final class Catalog {
  private static final Key LAST_SPACE = Key.of(Key.Kind.META, "space");

  private final Store store;
  private final NavigableMap<String, Table> tables = new ConcurrentSkipListMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** The tables of a store. */
  public Catalog(Store store) {
    this.store = store;
    store.forEach(
        Range.of(Key.of(Key.Kind.TABLE)),
        (key, record) -> {
          Table table = new Table(Json.stored(record));
          tables.put(table.name(), table);
        });
  }

  /** Does something with items, while no table changes. */
  public <T> T reading(Supplier<T> work) {
    return locked(lock.readLock(), work);
  }

  /** Does something with tables, while nothing else is done. */
  <T> T changing(Supplier<T> work) {
    return locked(lock.writeLock(), work);
  }

  private static <T> T locked(Lock held, Supplier<T> work) {
    held.lock();
    try {
      return work.get();
    } finally {
      held.unlock();
    }
  }

  Store store() {
    return store;
  }

  /** All tables by name. */
  public NavigableMap<String, Table> tables() {
    return tables;
  }

  /**
   * A table for an operation on items.
   *
   * @param nameOrArn its name, or its ARN
   */
  public Table forItems(String nameOrArn) {
    return DynamoDbException.found(tables.get(name(nameOrArn)), "");
  }

  /** A table for an operation on itself. */
  Table forDefinition(String nameOrArn) {
    String name = name(nameOrArn);
    return DynamoDbException.found(tables.get(name), ": Table: %s not found", name);
  }

  static String name(String nameOrArn) {
    return nameOrArn.startsWith("arn:")
        ? nameOrArn.substring(nameOrArn.indexOf('/') + 1)
        : nameOrArn;
  }

  /** A number that no table, index or stream has had. */
  int newSpace() {
    store.write(batch -> batch.add(LAST_SPACE, 1));
    return (int) store.number(LAST_SPACE);
  }

  void put(Batch batch, Table table) {
    batch.put(Key.of(Key.Kind.TABLE, table.space()), Json.write(table.record()));
    store.write(batch);
    tables.put(table.name(), table);
  }

  void remove(Batch batch, Table table) {
    batch.delete(Key.of(Key.Kind.TABLE, table.space()));
    batch.delete(Range.of(Key.of(Key.Kind.EXPIRY, table.space())));
    removeSpace(batch, table.space());
    table.indexes().forEach(index -> removeSpace(batch, index.space()));
    store.write(batch);
    tables.remove(table.name());
  }

  static void removeSpace(Batch batch, int space) {
    batch.delete(Range.of(Key.of(Key.Kind.ENTRY, space)));
    batch.delete(Range.of(Key.of(Key.Kind.COUNTER, space)));
  }
}
