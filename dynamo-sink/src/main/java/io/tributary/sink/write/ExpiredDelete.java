package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Deletes an item if it has expired: a topic may have forgotten it early, or an earlier life of its
 * key.
 *
 * @param table without prefix
 * @param key attributes of the item's key alone
 * @param expiry attribute with the epoch second of the item's end
 */
public record ExpiredDelete(String table, Item key, String expiry) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.expiredDelete(this);
  }
}
