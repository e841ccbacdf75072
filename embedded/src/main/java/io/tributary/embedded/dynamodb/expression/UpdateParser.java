package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.expression.Operand.Literal;
import io.tributary.embedded.dynamodb.expression.Update.Action;
import io.tributary.embedded.dynamodb.expression.Update.Section;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Update expressions: SET, REMOVE, ADD and DELETE, each at most once. */
final class UpdateParser extends ExpressionParser {
  private static final Map<ValueType, String> LONG_NAMES =
      Map.of(
          ValueType.S, "STRING",
          ValueType.N, "NUMBER",
          ValueType.B, "BINARY",
          ValueType.BOOL, "BOOLEAN",
          ValueType.L, "LIST",
          ValueType.M, "MAP");

  private final List<Action> actions = new ArrayList<>();
  private final Set<Section> sections = EnumSet.noneOf(Section.class);

  UpdateParser(String text, Placeholders placeholders) {
    super("UpdateExpression", text, placeholders);
  }

  Update parse() {
    do {
      section();
    } while (peek().kind() != Token.Kind.END);
    finish();
    return new Update(actions);
  }

  private void section() {
    for (Section section : Section.values()) {
      if (takesWord(section.name())) {
        if (!sections.add(section)) {
          note(
              ExpressionProblem.SECTION,
              "The \"%s\" section can only be used once in an update expression;",
              section);
        }
        do {
          actions.add(action(section));
        } while (takes(","));
        return;
      }
    }
    throw syntaxError();
  }

  private Action action(Section section) {
    Path path = distinctPath();
    return switch (section) {
      case SET -> {
        expect("=");
        yield new Action(section, path, value());
      }
      case REMOVE -> new Action(section, path, null);
      default -> {
        if (peek().kind() != Token.Kind.VALUE) {
          throw syntaxError();
        }
        Literal literal = literal();
        checkMember(section, literal.value().type());
        yield new Action(section, path, literal);
      }
    };
  }

  private void checkMember(Section section, ValueType type) {
    boolean taken = type.isSet() || (section == Section.ADD && type == ValueType.N);
    if (!taken) {
      note(
          ExpressionProblem.OPERAND_TYPE,
          "Incorrect operand type for operator or function; operator: %s, operand "
              + "type: %s, typeSet: ALLOWED_FOR_%s_OPERAND",
          section,
          LONG_NAMES.getOrDefault(type, type.name()),
          section);
    }
  }

  private Operand value() {
    Operand left = operand();
    if (!peek().is("+") && !peek().is("-")) {
      return left;
    }
    String operator = take().text();
    countOperator();
    Operand right = operand();
    check.type(operator, left, EnumSet.of(ValueType.N));
    check.type(operator, right, EnumSet.of(ValueType.N));
    return new UpdateOperand(operator, left, right);
  }

  private Operand operand() {
    if (opens()) {
      boolean again = peek().is("(");
      Operand inner = value();
      closes(again);
      return inner;
    }
    if (peek().kind() == Token.Kind.VALUE) {
      return literal();
    }
    return callFollows() ? call() : path();
  }

  private Operand call() {
    Function function = function().orElse(Function.IF_NOT_EXISTS);
    List<Operand> arguments = new ArrayList<>();
    do {
      arguments.add(operand());
    } while (takes(","));
    expect(")");
    if (function.use() != Function.Use.UPDATE) {
      noteMisuse(function);
    }
    check.call(function, arguments);
    return new UpdateOperand(
        function.text(), arguments.get(0), arguments.get(arguments.size() - 1));
  }
}
