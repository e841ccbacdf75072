package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Puts an item and, in the same transaction, a row that claims the item's id; both or neither.
 *
 * @param claim decides whether the item is written
 * @param table where the item goes, without prefix
 * @param item put unconditionally
 */
public record ClaimedPut(Claim claim, String table, Item item) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.claimedPut(this);
  }
}
