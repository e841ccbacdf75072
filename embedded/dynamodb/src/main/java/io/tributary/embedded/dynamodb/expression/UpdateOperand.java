package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.AttributeValue.L;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.Numbers;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Operands of SET that compute something. */
interface UpdateOperand extends Operand {

  /** A sum or a difference. */
  record Arithmetic(boolean sum, Operand left, Operand right) implements UpdateOperand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      if (require(left, item) instanceof N a && require(right, item) instanceof N b) {
        return sum ? Numbers.add(a, b) : Numbers.subtract(a, b);
      }
      throw incorrectType();
    }
  }

  /** The value at a path, or another one if there is none. */
  record IfNotExists(Operand path, Operand other) implements UpdateOperand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      AttributeValue value = path.in(item);
      return value == null ? require(other, item) : value;
    }
  }

  /** Two lists as one. */
  record ListAppend(Operand first, Operand second) implements UpdateOperand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      if (require(first, item) instanceof L head && require(second, item) instanceof L tail) {
        List<AttributeValue> all = new ArrayList<>(head.elements());
        all.addAll(tail.elements());
        return new L(all);
      }
      throw incorrectType();
    }
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
