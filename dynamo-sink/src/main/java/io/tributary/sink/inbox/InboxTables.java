package io.tributary.sink.inbox;

import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class InboxTables {

  static final String PK = "pk";
  static final String SK = "sk";
  static final String EXPIRY = "expiredat";

  /** The table, with a stream of old images for expired items. */
  static final TableDefinition INBOX =
      new TableDefinition("inbox", TableKey.of(PK, SK), List.of(), Optional.of(EXPIRY), false)
          .withStream("OLD_IMAGE");

  private InboxTables() {}

  static VersionedPut put(ItemBuilder item) {
    return new VersionedPut(INBOX.name(), PK, item.build());
  }

  static VersionedDelete delete(InboxMessageKey key, long revision) {
    return new VersionedDelete(INBOX.name(), keyOf(key), revision);
  }

  /** Deletes an item that the topic has forgotten, once it has expired. */
  static Decoded deleteExpired(InboxMessageKey key) {
    return new Decoded.Write(new ExpiredDelete(INBOX.name(), keyOf(key), EXPIRY));
  }

  /** An item with its key alone. */
  static ItemBuilder item(InboxKey inbox, String sk) {
    return item(inbox.pk(), sk);
  }

  static ItemBuilder item(String pk, String sk) {
    return new ItemBuilder().text(PK, pk).text(SK, sk);
  }

  /** Adds the category, if there is one. */
  static ItemBuilder taxonomy(ItemBuilder item, @Nullable String category) {
    return category == null
        ? item
        : item.map("taxonomy", new ItemBuilder().text("category", category));
  }

  private static Item keyOf(InboxMessageKey key) {
    return item(key.inbox(), key.sk()).build();
  }
}
