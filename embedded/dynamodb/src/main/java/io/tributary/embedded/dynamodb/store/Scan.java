package io.tributary.embedded.dynamodb.store;

import org.rocksdb.RocksIterator;

/** Entries of a range, one after the other. */
public final class Scan implements AutoCloseable {
  private final RocksIterator iterator;
  private final Range range;
  private final boolean forward;
  private byte[] key = {};
  private boolean begun;

  Scan(RocksIterator iterator, Range range, boolean forward) {
    this.iterator = iterator;
    this.range = range;
    this.forward = forward;
  }

  /** Goes to the next entry; false if there is none. */
  public boolean next() {
    if (!begun) {
      begin();
    } else if (forward) {
      iterator.next();
    } else {
      iterator.prev();
    }
    if (!iterator.isValid()) {
      return false;
    }
    key = iterator.key();
    return range.contains(key);
  }

  private void begin() {
    begun = true;
    if (forward) {
      iterator.seek(range.from().bytes());
      return;
    }
    iterator.seekForPrev(range.to().bytes());
    if (iterator.isValid() && new Key(iterator.key()).equals(range.to())) {
      iterator.prev();
    }
  }

  /** The entry's key. */
  public Key key() {
    return new Key(key);
  }

  /** The entry's value. */
  public byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
  }
}
