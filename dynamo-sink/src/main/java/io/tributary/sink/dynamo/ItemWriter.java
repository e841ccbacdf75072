package io.tributary.sink.dynamo;

import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.WriteOutcome;
import java.util.ArrayList;
import java.util.List;

/** Port: tries to make the tables hold what a record asks. Safe for use by many threads. */
interface ItemWriter {

  /**
   * Writes and tells how it ended. May be repeated at will: a write that has been done is told from
   * one that has not.
   *
   * @throws RetriableWriteException when there is no outcome yet
   */
  WriteOutcome write(ItemWrite write) throws InterruptedException;

  /**
   * Writes several, in as few requests as the tables take, and tells in the same order what came of
   * each. The trouble of one is not the others'.
   */
  default List<WriteAttempt> writeAll(List<ItemWrite> writes) throws InterruptedException {
    List<WriteAttempt> attempts = new ArrayList<>();
    for (ItemWrite write : writes) {
      attempts.add(attempt(write));
    }
    return attempts;
  }

  /** One try of one write. */
  default WriteAttempt attempt(ItemWrite write) throws InterruptedException {
    try {
      return new WriteAttempt.Ended(write(write));
    } catch (RetriableWriteException e) {
      return new WriteAttempt.Open(e);
    }
  }
}
