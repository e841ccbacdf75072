package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import java.util.List;

/**
 * Deletes items unless the table holds a revision at least as great. Absent ones are fine.
 *
 * @param table without prefix
 * @param keys attributes of the items' keys alone
 * @param revision greater than that of every earlier state
 */
public record VersionedDelete(String table, List<Item> keys, long revision) implements ItemWrite {

  public VersionedDelete {
    keys = List.copyOf(keys);
  }

  public VersionedDelete(String table, Item key, long revision) {
    this(table, List.of(key), revision);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.versionedDelete(this);
  }
}
