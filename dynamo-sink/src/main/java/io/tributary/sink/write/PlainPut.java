package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Puts an item that a claim has let in which is over by now, so that nobody contests it any more.
 *
 * @param table where the item goes, without prefix
 * @param item put unconditionally: an item of its key never changes
 */
public record PlainPut(String table, Item item) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.plainPut(this);
  }

  @Override
  public boolean sharesRequests() {
    return false;
  }
}
