package io.tributary.sink.write;

import java.util.List;

/** Port: makes the tables hold what records ask, however long it takes. For many threads. */
public interface ItemStore {

  /**
   * Returns when each of the writes is over; each is told as soon as it is.
   *
   * @param writes no two of the same contested key; more than one only of those that may share a
   *     request
   */
  void store(List<PendingWrite> writes) throws InterruptedException;
}
