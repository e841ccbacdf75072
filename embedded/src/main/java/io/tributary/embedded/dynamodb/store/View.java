package io.tributary.embedded.dynamodb.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/** The store as it was at one moment. */
public final class View implements AutoCloseable {
  private final RocksDB database;
  private final Snapshot snapshot;
  private final ReadOptions reading;

  View(RocksDB database) {
    this.database = database;
    this.snapshot = database.getSnapshot();
    this.reading = new ReadOptions().setSnapshot(snapshot);
  }

  /** The value under a key. */
  public byte @Nullable [] get(Key key) {
    return StoreException.call(() -> database.get(reading, key.bytes()));
  }

  /**
   * The entries of a range in order.
   *
   * @param forward false for the greatest key first
   */
  public Scan scan(Range range, boolean forward) {
    return new Scan(database, snapshot, range, forward);
  }

  @Override
  public void close() {
    reading.close();
    database.releaseSnapshot(snapshot);
    snapshot.close();
  }
}
