package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.write.ItemWrite;
import java.util.function.Consumer;

/** What a record turned out to be. */
public sealed interface Decoded {

  /** Hands the write, or the failure, to whoever deals with it. */
  void handle(Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure);

  /** A write to be done. */
  record Write(ItemWrite write) implements Decoded {

    @Override
    public void handle(Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure) {
      onWrite.accept(write);
    }
  }

  /** Nothing that can be written. */
  record Unwritable(Failure failure) implements Decoded {

    @Override
    public void handle(Consumer<ItemWrite> onWrite, Consumer<Failure> onFailure) {
      onFailure.accept(failure);
    }
  }
}
