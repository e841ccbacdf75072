package io.tributary.sink.write;

import java.util.List;
import java.util.Optional;

/** What a record asks of the tables: one of a closed set of patterns. */
public sealed interface ItemWrite
    permits ClaimedPut, PlainPut, VersionedPut, VersionedDelete, ExpiredDelete {

  /** Calls the case that this write is. */
  <R> R match(Cases<R> cases);

  /** The table that the item is in, without prefix. */
  String table();

  /** All tables that it writes to, without prefix. */
  default List<String> tables() {
    return List.of(table());
  }

  /** True when several writes of this kind may share one request. */
  boolean sharesRequests();

  /** What it contests with writes of other record keys; in this, too, log order must be kept. */
  default Optional<String> contested() {
    return Optional.empty();
  }

  /**
   * True when the tables need not hold what the older one asks once they hold what this one does.
   */
  default boolean supersedes(ItemWrite older) {
    return false;
  }

  /** One method for each kind of write, so that whoever handles writes handles every kind. */
  interface Cases<R> {

    /** The write puts an item under a claim. */
    R claimedPut(ClaimedPut put);

    /** The write puts an item whose claim is over. */
    R plainPut(PlainPut put);

    /** The write puts an item unless the table's is newer. */
    R versionedPut(VersionedPut put);

    /** The write deletes an item unless the table's is newer. */
    R versionedDelete(VersionedDelete delete);

    /** The write deletes an item if its time is over. */
    R expiredDelete(ExpiredDelete delete);
  }
}
