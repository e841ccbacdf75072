package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item before and after a write.
 *
 * @param before null if there was none
 * @param after null if there is none
 */
public record Outcome(
    Table table,
    @Nullable Map<String, AttributeValue> before,
    @Nullable Map<String, AttributeValue> after) {

  /** Whether anything is another way than before. */
  boolean isChange() {
    return before == null ? after != null : !before.equals(after);
  }
}
