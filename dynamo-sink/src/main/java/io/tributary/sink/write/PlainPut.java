package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Puts an item whose claim is over, so that its id is not contested any more.
 *
 * @param table without prefix
 */
public record PlainPut(String table, Item item) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.plainPut(this);
  }
}
