package io.tributary.simulation.dynamo;

import java.util.Objects;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A rule for the operands of an expression that DynamoDB checks before it looks at an item. */
@FunctionalInterface
interface OperandRule {

  /** A ValidationException unless the operands that the placeholders stand for are allowed. */
  void require(Bindings bindings);

  /** A value must be of a type that has an order. */
  static OperandRule scalar(String operator, String token) {
    return typed(
        operator,
        token,
        Set.of(AttributeValue.Type.S, AttributeValue.Type.N, AttributeValue.Type.B));
  }

  /** A value must be a text or binary. */
  static OperandRule text(String function, String token) {
    return typed(function, token, Set.of(AttributeValue.Type.S, AttributeValue.Type.B));
  }

  private static OperandRule typed(
      String operator, String token, Set<AttributeValue.Type> allowed) {
    return bindings -> {
      AttributeValue value = bindings.values().get(token);
      if (value != null && !allowed.contains(value.type())) {
        throw DynamoErrors.invalid(
            "Invalid ConditionExpression: Incorrect operand type for operator or function;"
                + " operator or function: "
                + operator
                + ", operand type: "
                + (value.type() == AttributeValue.Type.NUL ? "NULL" : value.type()));
      }
    };
  }

  /** Bounds that are both values must be of one type, and in order. */
  static OperandRule bounds(String least, String greatest) {
    return bindings -> {
      AttributeValue low = bindings.values().get(least);
      AttributeValue high = bindings.values().get(greatest);
      if (low != null && high != null && Scalars.compare(low, high).orElse(1) > 0) {
        throw DynamoErrors.invalid(
            "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater"
                + " than or equal to lower bound");
      }
    };
  }

  /** An attribute is not compared with itself. */
  static OperandRule distinct(String operator, String left, String right) {
    return bindings -> {
      if (left.startsWith("#")
          && Objects.equals(bindings.names().get(left), bindings.names().get(right))) {
        throw DynamoErrors.invalid(
            "Invalid ConditionExpression: The first operand must be distinct from the remaining"
                + " operands for this operator or function; operator: "
                + operator
                + ", first operand: ["
                + bindings.names().get(left)
                + "]");
      }
    };
  }
}
