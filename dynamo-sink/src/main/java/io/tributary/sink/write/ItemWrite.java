package io.tributary.sink.write;

import java.util.List;
import java.util.Optional;

/** A write for one record: one of a closed set of patterns. */
public sealed interface ItemWrite
    permits ClaimedPut, PlainPut, VersionedPut, VersionedDelete, ExpiredDelete {

  /** Calls the method of this kind of write. */
  <R> R match(Cases<R> cases);

  /** The table that the item is in, without prefix. */
  String table();

  /** All tables that it writes to, without prefix. */
  default List<String> tables() {
    return List.of(table());
  }

  /** True when several writes of this kind may share a request. */
  default boolean sharesRequests() {
    return false;
  }

  /** Id that writes of other record keys contest; they keep log order, too. */
  default Optional<String> contested() {
    return Optional.empty();
  }

  /** True when the tables need not hold the older write's item after this one's. */
  default boolean supersedes(ItemWrite older) {
    return false;
  }

  /** A method for each kind of write, so that every kind is handled. */
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
