package io.tributary.sink.write;

import java.util.List;

/** Port: completes writes, however long it takes. Thread-safe. */
public interface ItemStore {

  /**
   * Returns when each of the writes is over; calls back as soon as one is.
   *
   * @param writes without a contested key twice; several only if they may share a request
   */
  void store(List<PendingWrite> writes) throws InterruptedException;
}
