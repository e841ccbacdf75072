package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.Numbers;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An operand of SET that computes something.
 *
 * @param operation {@code +}, {@code -}, {@code if_not_exists} or {@code list_append}
 */
record UpdateOperand(String operation, Operand first, Operand second) implements Operand {
  @Override
  public AttributeValue in(Map<String, AttributeValue> item) {
    if (operation.equals("if_not_exists")) {
      AttributeValue value = first.in(item);
      return value == null ? require(second, item) : value;
    }
    AttributeValue left = require(first, item);
    AttributeValue right = require(second, item);
    ValueType wanted = operation.equals("list_append") ? ValueType.L : ValueType.N;
    if (left.type() != wanted || right.type() != wanted) {
      throw incorrectType();
    }
    if (wanted == ValueType.L) {
      List<AttributeValue> all = new ArrayList<>(left.elements());
      all.addAll(right.elements());
      return AttributeValue.of(all);
    }
    return Numbers.of(
        operation.equals("+")
            ? left.number().add(right.number())
            : left.number().subtract(right.number()));
  }

  /** The operand's value in the item before the update. */
  static AttributeValue require(Operand operand, Map<String, AttributeValue> item) {
    return DynamoDbException.require(
        operand.in(item),
        "The provided expression refers to an attribute that does not exist in the item");
  }

  static DynamoDbException incorrectType() {
    return DynamoDbException.validation(
        "An operand in the update expression has an incorrect data type");
  }
}
