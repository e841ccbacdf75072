package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Deletes what a record was shown as, unless the table holds the same or a newer revision. That it
 * is absent already is as good.
 *
 * @param table where the item is, without prefix
 * @param key the attributes of the item's key, no others
 * @param revision greater than that of every state before the removal
 */
public record RevisedDelete(String table, Item key, long revision) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.revisedDelete(this);
  }

  @Override
  public boolean sharesRequests() {
    return false;
  }
}
