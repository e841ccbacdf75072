package io.tributary.sink.history;

import io.tributary.sink.item.Item;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Optional;

final class HistoryTables {

  /** Index by message id, without a timestamp. */
  private static final IndexDefinition MESSAGE_IDS =
      new IndexDefinition("PK-SKMessage-index-v1", TableKey.of("PK", "SKMessage"));

  /** Index of a user's threads by last activity. */
  private static final IndexDefinition THREAD_TIMES =
      new IndexDefinition("PK-SKTimestampThread-index-v1", TableKey.of("PK", "SKTimestampThread"));

  static final TableDefinition HISTORY =
      new TableDefinition(
          "history",
          TableKey.of("PK", "SK"),
          List.of(MESSAGE_IDS, THREAD_TIMES),
          Optional.of("ExpiryTime"),
          false);

  private HistoryTables() {}

  /** A write of items that belong together. */
  static VersionedPut put(List<Item> items) {
    return new VersionedPut(HISTORY.name(), "PK", items);
  }
}
