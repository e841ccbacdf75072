package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;

/** Numbers of entries and bytes of a table or an index, always exact. */
public final class Counters {
  private Counters() {}

  static Key items(int space) {
    return key(space, 0);
  }

  static Key bytes(int space) {
    return key(space, 1);
  }

  private static Key key(int space, int which) {
    return Key.of(Key.Kind.COUNTER, space, new byte[] {(byte) which});
  }

  /** Adds to both. */
  public static void add(Batch batch, int space, int items, long bytes) {
    if (items != 0) {
      batch.add(items(space), items);
    }
    if (bytes != 0) {
      batch.add(bytes(space), bytes);
    }
  }
}
