package io.tributary.embedded.dynamodb.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rocksdb.WriteBatch;

/** Changes that are made together. */
public final class Batch implements AutoCloseable {
  private final WriteBatch rocks = new WriteBatch();

  WriteBatch rocks() {
    return rocks;
  }

  /** True if it changes nothing. */
  public boolean isEmpty() {
    return rocks.count() == 0;
  }

  /** Sets a value. */
  public void put(Key key, byte[] value) {
    StoreException.run(() -> rocks.put(key.bytes(), value));
  }

  /** Removes a key. */
  public void delete(Key key) {
    StoreException.run(() -> rocks.delete(key.bytes()));
  }

  /** Removes the keys of a range. */
  public void delete(Range range) {
    StoreException.run(() -> rocks.deleteRange(range.from().bytes(), range.to().bytes()));
  }

  /** Adds to a number; others may add to it at the same time. */
  public void add(Key key, long number) {
    StoreException.run(
        () ->
            rocks.merge(
                key.bytes(),
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array()));
  }

  @Override
  public void close() {
    rocks.close();
  }
}
