package io.tributary.simulation.dynamo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The grammar of conditions as far as the pipeline uses it: AND, OR, NOT, parentheses, comparisons,
 * BETWEEN, {@code attribute_exists}, {@code attribute_not_exists} and {@code begins_with}, on
 * attributes of the item itself, all of them named by placeholders.
 */
final class ConditionParser {

  private final Tokens tokens;
  private final Set<String> names = new TreeSet<>();
  private final Set<String> values = new TreeSet<>();
  private final List<OperandRule> rules = new ArrayList<>();

  private ConditionParser(String expression) {
    this.tokens = new Tokens(expression);
  }

  /** One side of a comparison: the attribute or the value of that placeholder. */
  private record Operand(String token) {

    /** Null when the item does not have the attribute. */
    @Nullable AttributeValue of(Map<String, AttributeValue> item, Bindings bindings) {
      return token.startsWith("#")
          ? item.get(bindings.names().get(token))
          : bindings.values().get(token);
    }
  }

  static ParsedCondition parse(String expression) {
    ConditionParser parser = new ConditionParser(expression);
    Condition condition = parser.disjunction();
    parser.tokens.requireEnd();
    return new ParsedCondition(condition, parser.names, parser.values, parser.rules);
  }

  private Condition disjunction() {
    Condition first = conjunction();
    if (!tokens.takeIf("OR")) {
      return first;
    }
    Condition second = disjunction();
    return (item, bindings) -> first.holds(item, bindings) || second.holds(item, bindings);
  }

  private Condition conjunction() {
    Condition first = negation();
    if (!tokens.takeIf("AND")) {
      return first;
    }
    Condition second = conjunction();
    return (item, bindings) -> first.holds(item, bindings) && second.holds(item, bindings);
  }

  private Condition negation() {
    if (!tokens.takeIf("NOT")) {
      return primary();
    }
    Condition negated = negation();
    return (item, bindings) -> !negated.holds(item, bindings);
  }

  private Condition primary() {
    if (tokens.takeIf("(")) {
      Condition inner = disjunction();
      tokens.require(")");
      return inner;
    }
    return switch (tokens.peek()) {
      case "attribute_exists" -> exists(true);
      case "attribute_not_exists" -> exists(false);
      case "begins_with" -> beginsWith();
      default -> comparison(operand());
    };
  }

  private Condition exists(boolean wanted) {
    tokens.take();
    tokens.require("(");
    String name = name(tokens.take());
    tokens.require(")");
    return (item, bindings) -> item.containsKey(bindings.names().get(name)) == wanted;
  }

  private Condition beginsWith() {
    tokens.take();
    tokens.require("(");
    Operand whole = operand();
    tokens.require(",");
    Operand start = operand();
    tokens.require(")");
    rules.add(OperandRule.text("begins_with", whole.token()));
    rules.add(OperandRule.text("begins_with", start.token()));
    return (item, bindings) -> {
      AttributeValue text = whole.of(item, bindings);
      AttributeValue prefix = start.of(item, bindings);
      return text != null
          && prefix != null
          && text.s() != null
          && prefix.s() != null
          && text.s().startsWith(prefix.s());
    };
  }

  private Condition comparison(Operand left) {
    if (tokens.takeIf("BETWEEN")) {
      return between(left);
    }
    String operator = tokens.take();
    Operand right = operand();
    rules.add(OperandRule.distinct(operator, left.token(), right.token()));
    if (operator.equals("=")) {
      return equality(left, right);
    }
    if (operator.equals("<>")) {
      return negated(equality(left, right));
    }
    rules.add(OperandRule.scalar(operator, left.token()));
    rules.add(OperandRule.scalar(operator, right.token()));
    return switch (operator) {
      case "<" -> ordered(left, right, order -> order < 0);
      case "<=" -> ordered(left, right, order -> order <= 0);
      case ">" -> ordered(left, right, order -> order > 0);
      case ">=" -> ordered(left, right, order -> order >= 0);
      default -> throw Tokens.syntaxError(operator);
    };
  }

  private Condition between(Operand left) {
    Operand least = operand();
    tokens.require("AND");
    Operand greatest = operand();
    rules.add(OperandRule.scalar("BETWEEN", left.token()));
    rules.add(OperandRule.scalar("BETWEEN", least.token()));
    rules.add(OperandRule.scalar("BETWEEN", greatest.token()));
    rules.add(OperandRule.bounds(least.token(), greatest.token()));
    Condition low = ordered(left, least, order -> order >= 0);
    Condition high = ordered(left, greatest, order -> order <= 0);
    return (item, bindings) -> low.holds(item, bindings) && high.holds(item, bindings);
  }

  private static Condition negated(Condition condition) {
    return (item, bindings) -> !condition.holds(item, bindings);
  }

  private static Condition equality(Operand left, Operand right) {
    return (item, bindings) -> {
      AttributeValue one = left.of(item, bindings);
      return one != null && one.equals(right.of(item, bindings));
    };
  }

  private static Condition ordered(Operand left, Operand right, IntPredicate wanted) {
    return (item, bindings) -> {
      AttributeValue one = left.of(item, bindings);
      AttributeValue other = right.of(item, bindings);
      if (one == null || other == null) {
        return false;
      }
      OptionalInt order = Scalars.compare(one, other);
      return order.isPresent() && wanted.test(order.getAsInt());
    };
  }

  private Operand operand() {
    String token = tokens.take();
    if (!token.startsWith(":")) {
      return new Operand(name(token));
    }
    values.add(token);
    return new Operand(token);
  }

  private String name(String token) {
    if (token.startsWith("#")) {
      names.add(token);
      return token;
    }
    if (Character.isLetter(token.charAt(0))) {
      throw new UnsupportedOperationException(
          "the simulation knows attributes by placeholders alone, not " + token);
    }
    throw Tokens.syntaxError(token);
  }
}
