package io.tributary.sink.inbox;

import io.tributary.sink.item.Item;
import io.tributary.sink.table.StreamView;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import io.tributary.sink.write.RevisedPut;
import java.util.List;
import java.util.Optional;

/** Table of the inbox family. */
final class InboxTables {

  static final String PK = "pk";
  static final String SK = "sk";
  static final String EXPIRY = "expiredat";

  /** Its stream tells which items have expired, as they were. */
  static final TableDefinition INBOX =
      new TableDefinition(
          "inbox",
          TableKey.of(PK, SK),
          List.of(),
          Optional.of(EXPIRY),
          Optional.of(StreamView.OLD_IMAGE),
          false);

  private InboxTables() {}

  static RevisedPut put(Item item) {
    return new RevisedPut(INBOX.name(), PK, item);
  }
}
