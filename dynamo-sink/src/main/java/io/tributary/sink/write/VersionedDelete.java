package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import java.util.List;

/**
 * Deletes what a record was shown as, each item unless the table holds the same or a newer revision
 * of it. That one is absent already is as good.
 *
 * @param table where the items are, without prefix
 * @param keys the attributes of the items' keys, no others
 * @param revision greater than that of every state before the removal
 */
public record VersionedDelete(String table, List<Item> keys, long revision) implements ItemWrite {

  /** Copies the keys. */
  public VersionedDelete {
    keys = List.copyOf(keys);
  }

  /** Deletes a single item. */
  public VersionedDelete(String table, Item key, long revision) {
    this(table, List.of(key), revision);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.versionedDelete(this);
  }

  @Override
  public boolean sharesRequests() {
    return false;
  }
}
