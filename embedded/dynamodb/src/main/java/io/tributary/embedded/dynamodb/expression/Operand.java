package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Part of an expression that has a value in an item, or none. */
public interface Operand extends Node {
  /** Its value. */
  @Nullable AttributeValue in(Map<String, AttributeValue> item);
}
