package io.tributary.sink.stream;

import java.util.Map;

/**
 * A change of an item.
 *
 * @param eventId unique in its stream
 * @param at epoch milliseconds; some endpoints give the minute alone
 * @param key text attributes of the item's key, by name
 */
public record StreamChange(String eventId, long at, Kind kind, Map<String, String> key) {

  /** Kind of change. */
  public enum Kind {
    /** DynamoDB removed the item after its expiry. */
    EXPIRED,
    /** A client deleted the item. */
    DELETED,
    /** The item was put or updated. */
    WRITTEN
  }
}
