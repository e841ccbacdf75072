package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Items that are being written. A write waits for another one of the same item, but conflicts with
 * a transaction; a transaction conflicts with another one.
 */
public final class ItemLocks {
  private final Map<Key, Hold> holds = new ConcurrentHashMap<>();

  private static final class Hold {
    private final boolean transactional;
    private final CountDownLatch released = new CountDownLatch(1);

    Hold(boolean transactional) {
      this.transactional = transactional;
    }
  }

  /**
   * Holds an item for a write.
   *
   * @throws DynamoDbException a TransactionConflictException
   */
  public void hold(Key key) {
    if (!holdForRemoval(key)) {
      throw DynamoDbException.service(
          "TransactionConflictException", "Transaction is ongoing for the item");
    }
  }

  /** Holds an item like a write; false if a transaction holds it. */
  boolean holdForRemoval(Key key) {
    return take(key, false);
  }

  /** Holds an item for a transaction; false if another one holds it. */
  public boolean holdForTransaction(Key key) {
    return take(key, true);
  }

  private boolean take(Key key, boolean transactional) {
    Hold mine = new Hold(transactional);
    for (Hold other = holds.putIfAbsent(key, mine);
        other != null;
        other = holds.putIfAbsent(key, mine)) {
      if (other.transactional) {
        return false;
      }
      try {
        other.released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the server stops", e);
      }
    }
    return true;
  }

  /** Lets an item go. */
  public void release(Key key) {
    Hold hold = holds.remove(key);
    if (hold != null) {
      hold.released.countDown();
    }
  }
}
