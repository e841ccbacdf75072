package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Scan;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemCodec;
import java.util.Map;

/** Entries that the items of a table get when an index or time to live is switched on. */
final class Backfill {
  private final Store store;
  private final Table table;

  Backfill(Store store, Table table) {
    this.store = store;
    this.table = table;
  }

  private interface Step {
    void add(Batch batch, Key key, Map<String, AttributeValue> item);
  }

  /** Entries of an index; items whose values cannot be its keys have none. */
  void index(Batch batch, Index index) {
    each(batch, (to, key, item) -> Entries.replace(to, table, index, key, null, item));
  }

  /** Expiries. */
  void expiries(Batch batch, String attribute) {
    each(
        batch,
        (to, key, item) -> {
          Key expiry = Entries.expiry(table, key, item, attribute);
          if (expiry != null) {
            to.put(expiry, new byte[0]);
          }
        });
  }

  private void each(Batch batch, Step step) {
    try (View view = store.view();
        Scan scan = view.scan(Range.of(Key.of(Key.Kind.ENTRY, table.space())), true)) {
      while (scan.next()) {
        step.add(batch, scan.key(), ItemCodec.decode(scan.value()));
      }
    }
  }
}
