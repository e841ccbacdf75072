package io.tributary.sink.write;

import io.tributary.sink.item.Item;

/**
 * Deletes an item whose time is over, as DynamoDB would sooner or later, and leaves one that lives:
 * a topic forgot it, which may be early, or about an earlier life of its key.
 *
 * @param table where the item is, without prefix
 * @param key the attributes of the item's key, no others
 * @param expiry attribute with the epoch second at which the item's life ends
 */
public record ExpiredDelete(String table, Item key, String expiry) implements ItemWrite {

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.expiredDelete(this);
  }

  @Override
  public boolean sharesRequests() {
    return false;
  }
}
