package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import java.util.Optional;
import java.util.function.Consumer;

/** What a record turned out to be. */
public sealed interface Decoded {

  /** Hands the write, or the failure, to whoever deals with it; or tells that there is neither. */
  void handle(Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing);

  /** A write to be done. */
  record Write(ItemWrite write) implements Decoded {

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onWrite.accept(write);
    }
  }

  /**
   * Nothing that can be written.
   *
   * @param items what a write of that key would have concerned, as their removal; empty where the
   *     key does not tell
   */
  record Unwritable(Failure failure, Optional<VersionedDelete> items) implements Decoded {

    /** Of a key that does not tell. */
    public Unwritable(Failure failure) {
      this(failure, Optional.empty());
    }

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onFailure.accept(failure);
    }
  }

  /**
   * Nothing to be done: the tables hold already what the record asks, as those that an earlier
   * removal has deleted from do when a topic forgets the removal.
   */
  record Nothing() implements Decoded {

    @Override
    public void handle(
        Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure, Runnable onNothing) {
      onNothing.run();
    }
  }
}
