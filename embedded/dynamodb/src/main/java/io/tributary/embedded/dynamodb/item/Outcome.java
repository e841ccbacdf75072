package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.stream.ItemChange;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import java.util.Objects;
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

  /** The change for a stream. */
  ItemChange change(int stream, boolean expired) {
    Map<String, AttributeValue> item = after == null ? before : after;
    return new ItemChange(
        stream, table.key().of(Objects.requireNonNull(item)), before, after, expired);
  }

  /** Whether the item differs from before. */
  boolean isChange() {
    return before == null ? after != null : !before.equals(after);
  }
}
