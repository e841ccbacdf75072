package io.tributary.schemas.key;

import java.util.List;
import java.util.function.Function;

/**
 * Encoder and decoder of the record keys of one topic. {@code decode(encode(k))} equals {@code k},
 * and different keys have different texts, so that compaction of a record topic keeps exactly the
 * newest record of each item.
 *
 * @param <K> the key's parts
 */
public interface KeyCodec<K> {

  /** A codec of three functions, named after a class. */
  static <K> KeyCodec<K> of(
      Class<?> key,
      String form,
      Function<K, String> encode,
      Function<String, K> decode,
      Function<K, String> partitionKey) {
    return new KeyCodec<>() {
      @Override
      public String name() {
        return key.getSimpleName();
      }

      @Override
      public String form() {
        return form;
      }

      @Override
      public String encode(K key) {
        return encode.apply(key);
      }

      @Override
      public K decode(String text) {
        return decode.apply(text);
      }

      @Override
      public String partitionKey(K key) {
        return partitionKey.apply(key);
      }
    };
  }

  /** A codec of parts joined by {@code #}: ids in braces, and fixed texts, as the form has them. */
  static <K> KeyCodec<K> ofParts(
      Class<?> key,
      String form,
      Function<K, String> encode,
      Function<List<String>, K> decode,
      Function<K, String> partitionKey) {
    HashedParts pattern = new HashedParts(form);
    return of(key, form, encode, text -> decode.apply(pattern.split(text)), partitionKey);
  }

  /** Name of the key for messages and tables. */
  String name();

  /** The joined parts, such as {@code {tenant_id}#{conversation_id}}. */
  String form();

  /** The record key's text, written as UTF-8. */
  String encode(K key);

  /** The parts of a text, or {@link KeyFormatException}. */
  K decode(String text);

  /** The item's partition key alone, which chooses the partition, so that its order is kept. */
  String partitionKey(K key);
}
