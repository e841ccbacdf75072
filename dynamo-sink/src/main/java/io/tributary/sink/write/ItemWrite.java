package io.tributary.sink.write;

/** What a record asks of the tables: one of a closed set of patterns. */
public sealed interface ItemWrite permits ClaimedPut, RevisedPut {

  /** Calls the case that this write is. */
  <R> R match(Cases<R> cases);

  /** One method for each kind of write, so that whoever handles writes handles every kind. */
  interface Cases<R> {

    /** The write puts an item under a claim. */
    R claimedPut(ClaimedPut put);

    /** The write puts an item unless the table's is newer. */
    R revisedPut(RevisedPut put);
  }
}
