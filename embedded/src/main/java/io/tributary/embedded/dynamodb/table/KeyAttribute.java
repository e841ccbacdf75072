package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ValueType;
import org.jspecify.annotations.Nullable;

/** A key attribute of a table or an index. */
public record KeyAttribute(String name, ValueType type, boolean isHash) {
  private static final int HASH_LIMIT = 2048;
  private static final int RANGE_LIMIT = 1024;

  /** Bytes that a value may have. */
  public int limit() {
    return isHash ? HASH_LIMIT : RANGE_LIMIT;
  }

  /** True if a value can stand in a key. */
  public boolean takes(@Nullable AttributeValue value) {
    return value != null && value.type() == type && value.size() > 0 && value.size() <= limit();
  }
}
