package io.tributary.embedded.dynamodb.store;

import org.rocksdb.RocksDBException;

/** A store that cannot read or write, such as on a full disk. */
final class StoreException extends RuntimeException {
  private StoreException(RocksDBException cause) {
    super("the store failed: " + cause.getMessage(), cause);
  }

  /** A call of RocksDB. */
  interface Call<T> {
    T run() throws RocksDBException;
  }

  /** A call of RocksDB that returns nothing. */
  interface Action {
    void run() throws RocksDBException;
  }

  static <T> T call(Call<T> call) {
    try {
      return call.run();
    } catch (RocksDBException e) {
      throw new StoreException(e);
    }
  }

  static void run(Action action) {
    try {
      action.run();
    } catch (RocksDBException e) {
      throw new StoreException(e);
    }
  }
}
