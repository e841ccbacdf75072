package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Entries;
import io.tributary.embedded.dynamodb.table.Table;
import java.time.Duration;
import java.time.InstantSource;

/** The removal of items whose time to live has passed, by not more than five years. */
public final class ExpirySweep {
  private static final long FIVE_YEARS = Duration.ofDays(5 * 365 + 1).toSeconds();

  private final Catalog catalog;
  private final Items items;
  private final InstantSource clock;

  /** The sweep of these tables. */
  public ExpirySweep(Catalog catalog, Items items, InstantSource clock) {
    this.catalog = catalog;
    this.items = items;
    this.clock = clock;
  }

  /** Removes all items that have expired by now. */
  public void run() {
    long now = clock.instant().getEpochSecond();
    catalog.tables().values().forEach(table -> sweep(table, now));
  }

  private void sweep(Table table, long now) {
    Key from = Entries.expiry(table, Math.max(0, now - FIVE_YEARS), new byte[0]);
    Key to = Entries.expiry(table, now, new byte[0]);
    items
        .store()
        .forEach(new Range(from, to), (key, nothing) -> remove(table, Entries.item(key), now));
  }

  /** Holds the lock for one item, so that changes of tables need not wait for the whole sweep. */
  private void remove(Table swept, Key item, long now) {
    catalog.reading(
        () -> {
          Table table = catalog.tables().get(swept.name());
          if (table != null && table.space() == swept.space() && table.timeToLive() != null) {
            items.expire(table, item, now);
          }
          return swept;
        });
  }
}
