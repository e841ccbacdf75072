package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;

/** A decoded record. */
public sealed interface Decoded {

  record Write(ItemWrite write) implements Decoded {}

  /**
   * A record without a write.
   *
   * @param items items of that key, as their removal; empty where the key names none
   */
  record Unwritable(Failure failure, Optional<VersionedDelete> items) implements Decoded {

    /** Failure of a record whose key names no items. */
    public Unwritable(Failure failure) {
      this(failure, Optional.empty());
    }
  }

  /** A record that the tables reflect already, such as a tombstone of an earlier removal. */
  record Nothing() implements Decoded {}
}
