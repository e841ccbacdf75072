package io.tributary.sink.write;

import java.util.List;

/** Port: makes the tables hold what records ask. Safe for use by many threads. */
public interface ItemWriter {

  /**
   * Writes all and tells how each ended, in the same order. Writes may be repeated at will: one
   * that has been done is told from one that has not.
   *
   * @throws RetriableWriteException when at least one of them has no outcome yet
   */
  List<WriteOutcome> write(List<ItemWrite> writes) throws InterruptedException;
}
