package io.tributary.embedded.dynamodb.store;

import java.util.Arrays;

/**
 * Keys from one up to another.
 *
 * @param from the first one
 * @param to the one behind the last one
 */
public record Range(Key from, Key to) {

  /** All keys that begin so. */
  public static Range of(Key prefix) {
    return new Range(prefix, prefix.afterAll());
  }

  /** Those behind the key, which need not exist. */
  public Range after(Key key) {
    return new Range(key.next(), to);
  }

  /** Those before the key. */
  public Range before(Key key) {
    return new Range(from, key);
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from.bytes()) >= 0
        && Arrays.compareUnsigned(key, to.bytes()) < 0;
  }

  /** Whether the key lies in it. */
  public boolean contains(Key key) {
    return contains(key.bytes());
  }
}
