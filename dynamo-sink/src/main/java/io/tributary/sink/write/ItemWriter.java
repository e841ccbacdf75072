package io.tributary.sink.write;

/** Port: tries to make the tables hold what a record asks. Safe for use by many threads. */
interface ItemWriter {

  /**
   * Writes and tells how it ended. May be repeated at will: a write that has been done is told from
   * one that has not.
   *
   * @throws RetriableWriteException when there is no outcome yet
   */
  WriteOutcome write(ItemWrite write) throws InterruptedException;
}
