package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;
import java.util.function.Consumer;

/** A decoded record. */
public sealed interface Decoded {

  /** Hands the write, or the failure, to whoever deals with it; or tells that there is neither. */
  void handle(Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing);

  record Write(ItemWrite write) implements Decoded {

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onWrite.accept(write);
    }
  }

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

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onFailure.accept(failure);
    }
  }

  /** A record that the tables reflect already, such as a tombstone of an earlier removal. */
  record Nothing() implements Decoded {

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onNothing.run();
    }
  }
}
