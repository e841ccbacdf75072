package io.tributary.simulation.dynamo;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A table's items in the order of their keys. */
final class SimulatedTable {

  /** What expired longer ago, DynamoDB takes for a mistake and leaves. */
  private static final long OLDEST_EXPIRY_SECONDS = 5L * 365 * 24 * 3600;

  private final TableShape shape;
  private final NavigableMap<ItemKey, Map<String, AttributeValue>> items = new TreeMap<>();
  private @Nullable String ttlAttribute;
  private @Nullable ChangeStream stream;

  SimulatedTable(TableShape shape) {
    this.shape = shape;
  }

  TableShape shape() {
    return shape;
  }

  NavigableMap<ItemKey, Map<String, AttributeValue>> items() {
    return items;
  }

  @Nullable String ttlAttribute() {
    return ttlAttribute;
  }

  void expireBy(@Nullable String attribute) {
    this.ttlAttribute = attribute;
  }

  /** The stream that changes are told to, on or off. */
  @Nullable ChangeStream stream() {
    return stream;
  }

  void tellChangesTo(ChangeStream next) {
    this.stream = next;
  }

  /** Puts an item in its canonical form; returns the one before. */
  @Nullable Map<String, AttributeValue> put(ItemKey key, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> before = items.put(key, item);
    tell(key, before, item, false);
    return before;
  }

  /** Removes an item; returns it. */
  @Nullable Map<String, AttributeValue> delete(ItemKey key) {
    Map<String, AttributeValue> before = items.remove(key);
    tell(key, before, null, false);
    return before;
  }

  /** Removes expired items of those chosen, as the service does; returns how many. */
  int expire(Instant now, Predicate<Map<String, AttributeValue>> chosen) {
    List<ItemKey> expired =
        items.entrySet().stream()
            .filter(entry -> isExpired(entry.getValue(), now.getEpochSecond()))
            .filter(entry -> chosen.test(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    expired.forEach(key -> tell(key, items.remove(key), null, true));
    return expired.size();
  }

  private boolean isExpired(Map<String, AttributeValue> item, long now) {
    AttributeValue expiry = ttlAttribute == null ? null : item.get(ttlAttribute);
    if (expiry == null || expiry.n() == null) {
      return false;
    }
    BigDecimal at = new BigDecimal(expiry.n());
    return at.compareTo(BigDecimal.valueOf(now)) < 0
        && at.compareTo(BigDecimal.valueOf(now - OLDEST_EXPIRY_SECONDS)) > 0;
  }

  private void tell(
      ItemKey key,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after,
      boolean byService) {
    boolean changed = before == null ? after != null : !before.equals(after);
    if (stream != null && changed) {
      stream.append(key, before, after, byService);
    }
  }
}
