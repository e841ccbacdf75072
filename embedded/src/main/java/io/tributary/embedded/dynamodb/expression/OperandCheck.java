package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.expression.Operand.Literal;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Number and types of operands, as far as the request shows them. */
final class OperandCheck {
  private static final Set<ValueType> TEXT = EnumSet.of(ValueType.S, ValueType.B);
  private static final Set<ValueType> ORDERED = EnumSet.of(ValueType.S, ValueType.N, ValueType.B);
  private static final Set<ValueType> SIZED =
      EnumSet.complementOf(EnumSet.of(ValueType.N, ValueType.BOOL, ValueType.NULL));
  private static final Set<ValueType> CONTAINERS =
      EnumSet.of(ValueType.S, ValueType.B, ValueType.L, ValueType.SS, ValueType.NS, ValueType.BS);

  private final ExpressionParser parser;

  OperandCheck(ExpressionParser parser) {
    this.parser = parser;
  }

  /** Notes a wrong number of operands. */
  boolean count(String operator, int wanted, int given) {
    if (given != wanted) {
      parser.note(
          ExpressionProblem.OPERAND_COUNT,
          "Incorrect number of operands for operator or function; operator or "
              + "function: %s, number of operands: %s",
          operator,
          given);
    }
    return given == wanted;
  }

  /** Notes errors of the operands of a function. */
  void call(Function function, List<? extends Node> arguments) {
    if (!count(function.text(), function.operands(), arguments.size())) {
      return;
    }
    Node first = arguments.get(0);
    if (function.wantsPath() && !(first instanceof Path)) {
      parser.note(
          ExpressionProblem.OPERAND_TYPE,
          "Operator or function requires a document path; operator or function: %s",
          function.text());
    }
    String name = function.text();
    switch (function) {
      case BEGINS_WITH -> {
        distinct(name, first, arguments.get(1));
        type(name, first, TEXT);
        type(name, arguments.get(1), TEXT);
      }
      case CONTAINS -> {
        distinct(name, first, arguments.get(1));
        type(name, first, CONTAINERS);
      }
      case ATTRIBUTE_TYPE -> attributeType(arguments.get(1));
      case SIZE -> type(name, first, SIZED);
      case LIST_APPEND -> {
        type(name, first, EnumSet.of(ValueType.L));
        type(name, arguments.get(1), EnumSet.of(ValueType.L));
      }
      default -> {}
    }
  }

  /** Notes errors of the operands of a comparison. */
  void comparison(String operator, Operand left, Operand right) {
    distinct(operator, left, right);
    if (!operator.equals("=") && !operator.equals("<>")) {
      type(operator, left, ORDERED);
      type(operator, right, ORDERED);
    }
  }

  /** Notes errors of the operands of BETWEEN. */
  void between(Operand value, Operand lower, Operand upper) {
    distinct("BETWEEN", value, lower);
    distinct("BETWEEN", value, upper);
    type("BETWEEN", value, ORDERED);
    type("BETWEEN", lower, ORDERED);
    type("BETWEEN", upper, ORDERED);
    if (lower instanceof Literal least && upper instanceof Literal most) {
      OptionalInt order = least.value().compare(most.value());
      if (order.isEmpty() || order.getAsInt() > 0) {
        parser.note(
            ExpressionProblem.OPERAND_TYPE,
            "The BETWEEN operator requires "
                + (order.isEmpty()
                    ? "same data type for lower and upper bounds"
                    : "upper bound to be greater than or equal to lower bound")
                + "; lower bound operand: "
                + least
                + ", upper bound operand: "
                + most);
      }
    }
  }

  /** Notes a literal of a type that the operator does not take. */
  void type(String operator, Node operand, Set<ValueType> taken) {
    if (operand instanceof Literal literal && !taken.contains(literal.value().type())) {
      typeError(operator, literal.value().type().name());
    }
  }

  private void attributeType(Node operand) {
    if (!(operand instanceof Literal literal)) {
      typeError("attribute_type", "{NS,SS,BS,N,S,B,L,M,BOOL,NULL}");
    } else if (literal.value().type() != ValueType.S) {
      typeError("attribute_type", literal.value().type().name());
    } else if (Stream.of(ValueType.values())
        .noneMatch(t -> t.name().equals(literal.value().text()))) {
      parser.note(
          ExpressionProblem.OPERAND_TYPE,
          "Invalid attribute type name found; type: %s, valid types: "
              + "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
          literal.value().text());
    }
  }

  private void typeError(String operator, String type) {
    parser.note(
        ExpressionProblem.OPERAND_TYPE,
        "Incorrect operand type for operator or function; operator or function: "
            + "%s, operand type: %s",
        operator,
        type);
  }

  private void distinct(String operator, Node first, Node other) {
    if (first instanceof Path && first.equals(other)) {
      parser.note(
          ExpressionProblem.DISTINCT_OPERANDS,
          "The first operand must be distinct from the remaining operands for this "
              + "operator or function; operator: %s, first operand: %s",
          operator,
          first);
    }
  }
}
