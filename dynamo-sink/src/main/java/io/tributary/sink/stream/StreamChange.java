package io.tributary.sink.stream;

import java.util.Map;

/**
 * A change of an item.
 *
 * @param eventId unique in its stream
 * @param at about when it happened, epoch milliseconds; some endpoints tell the minute alone
 * @param key the item's key attributes that are texts, by name
 */
public record StreamChange(String eventId, long at, Kind kind, Map<String, String> key) {

  /** Who changed what. */
  public enum Kind {
    /** DynamoDB removed the item because it had expired. */
    EXPIRED,
    /** Somebody deleted the item. */
    DELETED,
    /** The item was put or updated. */
    WRITTEN
  }
}
