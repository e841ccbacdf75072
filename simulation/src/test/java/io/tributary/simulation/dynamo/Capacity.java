package io.tributary.simulation.dynamo;

import io.tributary.simulation.dynamo.TableShape.Part;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** The write units that DynamoDB bills: one for each KiB begun, of the table and each index. */
final class Capacity {

  private static final int KIB = 1024;

  private Capacity() {}

  /** Write units of a write that found one item and left another; null stands for none. */
  static int units(
      TableShape shape,
      @Nullable Map<String, AttributeValue> before,
      @Nullable Map<String, AttributeValue> after) {
    int old = before == null ? 0 : units(before);
    int now = after == null ? 0 : units(after);
    int units = Math.max(1, Math.max(old, now));
    for (List<Part> index : shape.indexes().values()) {
      List<AttributeValue> left = entry(index, before);
      List<AttributeValue> entered = entry(index, after);
      if (!left.isEmpty() && left.equals(entered)) {
        units += Objects.equals(before, after) ? 0 : Math.max(old, now);
      } else {
        units += (left.isEmpty() ? 0 : old) + (entered.isEmpty() ? 0 : now);
      }
    }
    return units;
  }

  /** What an answer tells of them. */
  static ConsumedCapacity told(String table, double units) {
    return ConsumedCapacity.builder().tableName(table).capacityUnits(units).build();
  }

  private static int units(Map<String, AttributeValue> item) {
    return (ItemForm.bytes(item) + KIB - 1) / KIB;
  }

  /** An item's key in an index; empty if the item is not in it. */
  private static List<AttributeValue> entry(
      List<Part> index, @Nullable Map<String, AttributeValue> item) {
    if (item == null || !index.stream().allMatch(part -> item.containsKey(part.name()))) {
      return List.of();
    }
    return index.stream().map(part -> part.of(item)).toList();
  }
}
