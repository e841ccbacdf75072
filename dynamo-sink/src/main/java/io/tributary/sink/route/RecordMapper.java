package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/**
 * What a family supplies for a topic: the write that makes the tables hold a record.
 *
 * @param <K> the record's key
 * @param <V> the record's value
 */
@FunctionalInterface
public interface RecordMapper<K, V> {

  /**
   * The write. Throws {@link KeyFormatException} when the key is not the one that the value
   * implies, and {@link io.tributary.sink.item.UnstorableException} when no item can hold the
   * value.
   */
  ItemWrite map(K key, V value);

  /**
   * What a tombstone is; where none is allowed, it is as bad as a value that cannot be read, as
   * here.
   */
  default Decoded mapTombstone(K key) {
    return new Decoded.Unwritable(new Failure(FailureCode.RECORD_UNDECODABLE, "value is absent"));
  }

  /**
   * The removal of all that a record of that key writes, whatever its value is; empty where the key
   * alone does not tell. Topics that keep the newest record of a key alone need it: one that cannot
   * be read has replaced the one that the items are of.
   */
  default Optional<VersionedDelete> removal(K key) {
    return Optional.empty();
  }

  /** Throws {@link KeyFormatException} when the record's key is another than the value implies. */
  static void requireImplied(Object implied, Object key) {
    if (!key.equals(implied)) {
      throw new KeyFormatException("is not the one that the value implies");
    }
  }
}
