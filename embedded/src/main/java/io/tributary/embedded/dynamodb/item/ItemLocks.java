package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Items that are being written. A write waits for another one of the same item, but conflicts with
 * a transaction; a transaction conflicts with another one.
 */
final class ItemLocks {
  private final Map<Key, Hold> holds = new ConcurrentHashMap<>();

  private record Hold(boolean isTransaction, CountDownLatch released) {}

  /** Holds an item for a transaction or another write; false if a transaction holds it. */
  boolean hold(Key key, boolean isTransaction) {
    Hold mine = new Hold(isTransaction, new CountDownLatch(1));
    for (Hold other = holds.putIfAbsent(key, mine);
        other != null;
        other = holds.putIfAbsent(key, mine)) {
      if (other.isTransaction()) {
        return false;
      }
      try {
        other.released().await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("the server stops", e);
      }
    }
    return true;
  }

  /** Lets an item go. */
  void release(Key key) {
    Hold hold = holds.remove(key);
    if (hold != null) {
      hold.released().countDown();
    }
  }
}
