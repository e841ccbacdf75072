package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.expression.Condition.And;
import io.tributary.embedded.dynamodb.expression.Condition.Between;
import io.tributary.embedded.dynamodb.expression.Condition.Comparison;
import io.tributary.embedded.dynamodb.expression.Condition.In;
import io.tributary.embedded.dynamodb.expression.Condition.Not;
import io.tributary.embedded.dynamodb.expression.Condition.Or;
import io.tributary.embedded.dynamodb.expression.Node.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Condition, filter and key condition expressions. */
public final class ConditionParser extends ExpressionParser {
  private static final int LIST_LIMIT = 100;

  private ConditionParser(String member, String text, Placeholders placeholders) {
    super(member, text, placeholders);
  }

  /** Parses the request's member of that name; null if it has none. */
  public static @Nullable Condition parse(
      Map<?, ?> request, String member, Placeholders placeholders) {
    return request.get(member) instanceof String text
        ? new ConditionParser(member, text, placeholders).parse()
        : null;
  }

  private Condition parse() {
    Condition condition = condition(or());
    finish();
    return condition;
  }

  private Node or() {
    Node left = and();
    while (takesWord("OR")) {
      countOperator();
      left = new Or(condition(left), condition(and()));
    }
    return left;
  }

  private Node and() {
    Node left = not();
    while (takesWord("AND")) {
      countOperator();
      left = new And(condition(left), condition(not()));
    }
    return left;
  }

  private Node not() {
    if (takesWord("NOT")) {
      countOperator();
      return new Not(condition(not()));
    }
    return comparison();
  }

  private Node comparison() {
    Node left = primary();
    if (peek().isComparator()) {
      String operator = take().text();
      countOperator();
      Operand first = operand(left);
      Operand second = operand(primary());
      check.comparison(operator, first, second);
      return new Comparison(operator, first, second);
    }
    if (takesWord("BETWEEN")) {
      return between(operand(left));
    }
    return takesWord("IN") ? in(operand(left)) : left;
  }

  private Node between(Operand value) {
    countOperator();
    Operand lower = operand(primary());
    if (!takesWord("AND")) {
      throw syntaxError();
    }
    Operand upper = operand(primary());
    check.between(value, lower, upper);
    return new Between(value, lower, upper);
  }

  private Node in(Operand value) {
    countOperator();
    expect("(");
    List<Operand> list = operands();
    if (list.size() > LIST_LIMIT) {
      check.count("IN", LIST_LIMIT, list.size());
    }
    return new In(value, list);
  }

  /** Operands up to the closing parenthesis. */
  private List<Operand> operands() {
    List<Operand> operands = new ArrayList<>();
    do {
      operands.add(operand(primary()));
    } while (takes(","));
    expect(")");
    return operands;
  }

  private Node primary() {
    Token token = peek();
    if (opens()) {
      Node inner = or();
      closes(inner instanceof Group);
      return new Group(inner);
    }
    if (token.kind() == Token.Kind.VALUE) {
      return literal();
    }
    if (isKeyword(token)) {
      throw syntaxError();
    }
    return callFollows() ? call() : path();
  }

  private static boolean isKeyword(Token token) {
    return List.of("AND", "OR", "NOT", "IN", "BETWEEN").stream().anyMatch(token::isWord);
  }

  private FunctionCall call() {
    Function function = function().orElse(Function.ATTRIBUTE_EXISTS);
    List<Operand> arguments = operands();
    if (function.use() == Function.Use.UPDATE) {
      noteMisuse(function);
    }
    check.call(function, arguments);
    return new FunctionCall(function, arguments);
  }

  private Condition condition(Node node) {
    if (!(node.bare() instanceof Condition condition)) {
      throw syntaxError();
    }
    if (condition instanceof FunctionCall call && call.function().use() == Function.Use.OPERAND) {
      noteMisuse(call.function());
    }
    return condition;
  }

  private Operand operand(Node node) {
    if (!(node.bare() instanceof Operand operand)) {
      throw syntaxError();
    }
    if (operand instanceof FunctionCall call && call.function().use() == Function.Use.CONDITION) {
      noteMisuse(call.function());
    }
    return operand;
  }
}
