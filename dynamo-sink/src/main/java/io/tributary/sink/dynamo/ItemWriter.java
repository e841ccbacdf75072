package io.tributary.sink.dynamo;

import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.WriteResult;
import java.util.ArrayList;
import java.util.List;

/** Port: one try of a write. Thread-safe. */
public interface ItemWriter {

  /** Tries a write. Repeatable: a write that has been done is recognized. */
  WriteResult write(ItemWrite write) throws InterruptedException;

  /** Tries several, in as few requests as the tables take; results are in the same order. */
  default List<WriteResult> writeAll(List<ItemWrite> writes) throws InterruptedException {
    List<WriteResult> results = new ArrayList<>();
    for (ItemWrite write : writes) {
      results.add(write(write));
    }
    return results;
  }
}
