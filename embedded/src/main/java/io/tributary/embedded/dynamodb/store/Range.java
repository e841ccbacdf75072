package io.tributary.embedded.dynamodb.store;

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

  /** The part behind a key; the key need not exist. */
  public Range after(Key key) {
    return new Range(key.next(), to);
  }

  /** The part before a key. */
  public Range before(Key key) {
    return new Range(from, key);
  }

  /** True if the key lies in it. */
  public boolean contains(Key key) {
    return key.compareTo(from) >= 0 && key.compareTo(to) < 0;
  }
}
