package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/** A family's mapper from a topic's records to writes. */
@FunctionalInterface
public interface RecordMapper<K, V> {

  /**
   * The write. Throws {@link KeyFormatException} for a key that the value does not imply, and
   * {@link io.tributary.schemas.item.UnstorableException} for a value that no item can hold.
   */
  ItemWrite map(K key, V value);

  /** The meaning of a tombstone; by default it is undecodable. */
  default Decoded mapTombstone(K key) {
    return new Decoded.Unwritable(new Failure(FailureCode.RECORD_UNDECODABLE, "value is absent"));
  }

  /**
   * The removal of all items of a record with that key; empty where the key alone does not name
   * them. Needed for compacted topics: an undecodable record has replaced the record of the items.
   */
  default Optional<VersionedDelete> removal(K key) {
    return Optional.empty();
  }
}
