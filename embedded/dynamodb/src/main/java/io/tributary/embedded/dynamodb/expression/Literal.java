package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.Map;

/** A value of {@code ExpressionAttributeValues}. */
public record Literal(AttributeValue value) implements Operand {
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
