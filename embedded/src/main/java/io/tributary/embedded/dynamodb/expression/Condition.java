package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Part of an expression that holds for an item or does not. */
public interface Condition extends Node {
  /** True if it holds. An item that is not there is empty. */
  boolean test(Map<String, AttributeValue> item);

  /** Both hold. */
  record And(Condition left, Condition right) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      return left.test(item) && right.test(item);
    }
  }

  /** One of them holds. */
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      return left.test(item) || right.test(item);
    }
  }

  /** A condition that does not hold. */
  record Not(Condition inner) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      return !inner.test(item);
    }
  }

  /** A comparison by one of the six operators. */
  record Comparison(String operator, Operand left, Operand right) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      return compare(operator, left.in(item), right.in(item));
    }
  }

  /** A value between two others, or one of them. */
  record Between(Operand value, Operand lower, Operand upper) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      AttributeValue tested = value.in(item);
      return compare(">=", tested, lower.in(item)) && compare("<=", tested, upper.in(item));
    }
  }

  /** A value that is one of a list. */
  record In(Operand value, List<Operand> list) implements Condition {
    @Override
    public boolean test(Map<String, AttributeValue> item) {
      AttributeValue tested = value.in(item);
      return list.stream().anyMatch(one -> compare("=", tested, one.in(item)));
    }
  }

  private static boolean compare(
      String operator, @Nullable AttributeValue left, @Nullable AttributeValue right) {
    boolean equal = left != null && left.equals(right);
    if (operator.equals("=") || operator.equals("<>")) {
      return equal == operator.equals("=");
    }
    OptionalInt order = left == null || right == null ? OptionalInt.empty() : left.compare(right);
    return order.isPresent() && satisfies(operator, order.getAsInt());
  }

  private static boolean satisfies(String operator, int order) {
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }
}
