package io.tributary.simulation.dynamo;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A write of one item that is valid, under a condition that is still to be seen.
 *
 * @param item what is put; null of a delete
 */
record WriteAction(
    SimulatedTable table, ItemKey key, @Nullable Map<String, AttributeValue> item, Guard guard) {

  /**
   * A condition with what its placeholders stand for.
   *
   * @param tellsItem true if a refusal tells the item that is there
   */
  record Guard(ParsedCondition parsed, Bindings bindings, boolean tellsItem) {}

  static WriteAction put(SimulatedTable table, Map<String, AttributeValue> sent, Guard guard) {
    Map<String, AttributeValue> item = ItemForm.of(sent);
    ItemKey key = table.shape().keyOf(item);
    if (ItemForm.bytes(item) > ItemForm.MOST_BYTES) {
      throw DynamoErrors.invalid("Item size has exceeded the maximum allowed size");
    }
    return new WriteAction(table, key, item, guard);
  }

  static WriteAction delete(
      SimulatedTable table, Map<String, AttributeValue> sentKey, Guard guard) {
    return new WriteAction(table, table.shape().exactly(ItemForm.of(sentKey)), null, guard);
  }

  /** The item as it is in the table. */
  @Nullable Map<String, AttributeValue> held() {
    return table.items().get(key);
  }

  boolean passes() {
    Map<String, AttributeValue> held = held();
    return guard.parsed().condition().holds(held == null ? Map.of() : held, guard.bindings());
  }

  /** The item that a refusal tells, if it tells one. */
  @Nullable Map<String, AttributeValue> told() {
    return guard.tellsItem() ? held() : null;
  }

  /** Has the write's effect, and returns the write units that it takes outside a transaction. */
  int perform() {
    Map<String, AttributeValue> before = item == null ? table.delete(key) : table.put(key, item);
    return Capacity.units(table.shape(), before, item);
  }
}
