package io.tributary.sink.write;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Port: makes the tables hold what records ask, however long it takes. For many threads. */
public interface ItemStore {

  /**
   * Returns how the write ended; empty when it was abandoned, done or not.
   *
   * @param abandoned asked before each try; true once nobody needs the write any more
   */
  Optional<WriteOutcome> store(ItemWrite write, BooleanSupplier abandoned)
      throws InterruptedException;
}
