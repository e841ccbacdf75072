package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Part of an expression that has a value in an item, or none. */
public interface Operand extends Node {
  @Nullable AttributeValue in(Map<String, AttributeValue> item);

  /** A value of {@code ExpressionAttributeValues}. */
  record Literal(AttributeValue value) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      return value;
    }

    /** As in errors: {@code AttributeValue: {N:2}}. */
    @Override
    public String toString() {
      return "AttributeValue: {" + value.type() + ':' + value.content() + '}';
    }
  }
}
