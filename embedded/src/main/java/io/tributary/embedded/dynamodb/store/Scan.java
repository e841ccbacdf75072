package io.tributary.embedded.dynamodb.store;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Entries of a range, one after the other. */
public final class Scan implements AutoCloseable {
  private final Slice from;
  private final Slice to;
  private final ReadOptions reading;
  private final RocksIterator iterator;
  private final boolean forward;
  private boolean begun;

  Scan(RocksDB database, Snapshot snapshot, Range range, boolean forward) {
    this.from = new Slice(range.from().bytes());
    this.to = new Slice(range.to().bytes());
    this.reading =
        new ReadOptions().setSnapshot(snapshot).setIterateLowerBound(from).setIterateUpperBound(to);
    this.iterator = database.newIterator(reading);
    this.forward = forward;
  }

  /** Goes to the next entry; false if there is none. An entry that cannot be read is no end. */
  public boolean next() {
    if (begun && forward) {
      iterator.next();
    } else if (begun) {
      iterator.prev();
    } else if (forward) {
      iterator.seekToFirst();
    } else {
      iterator.seekToLast();
    }
    begun = true;
    boolean valid = iterator.isValid();
    if (!valid) {
      StoreException.run(iterator::status);
    }
    return valid;
  }

  /** The entry's key. */
  public Key key() {
    return new Key(iterator.key());
  }

  /** The entry's value. */
  public byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
    reading.close();
    from.close();
    to.close();
  }
}
