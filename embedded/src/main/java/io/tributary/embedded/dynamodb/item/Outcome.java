package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item before and after a write.
 *
 * @param key the item's key attributes
 * @param before null if there was none
 * @param after null if there is none
 */
public record Outcome(
    Table table,
    Map<String, AttributeValue> key,
    @Nullable Map<String, AttributeValue> before,
    @Nullable Map<String, AttributeValue> after) {

  static Outcome of(Table table, Write write, @Nullable Map<String, AttributeValue> before) {
    return new Outcome(table, table.key().of(write.item()), before, write.after(table, before));
  }

  /** True if the item differs from before. */
  boolean isChange() {
    return before == null ? after != null : !before.equals(after);
  }
}
