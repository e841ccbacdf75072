package io.tributary.schemas.key;

/**
 * Makes and parses the record keys of one topic. {@code decode(encode(k))} equals {@code k}, and
 * different keys have different texts, so that compaction of a record topic keeps exactly the
 * newest record of each item.
 *
 * @param <K> the key's parts
 */
public interface KeyCodec<K> {

  /** The record key's text, written as UTF-8. */
  String encode(K key);

  /** The parts of a text, or {@link KeyFormatException}. */
  K decode(String text);

  /**
   * The part that chooses the partition: the item's partition key alone, so that its order is kept.
   */
  String partitionKey(K key);
}
