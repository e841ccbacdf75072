package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.expression.Operand.Literal;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Resources;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens, paths and functions, which all kinds of expressions share. */
abstract class ExpressionParser {
  private static final int SIZE_LIMIT = 4096;
  private static final int OPERATOR_LIMIT = 300;

  /** Words that may be names only behind a {@code #} placeholder. */
  private static final Set<String> RESERVED_WORDS =
      Set.of(Resources.text(ExpressionParser.class, "reserved-words.txt").strip().split("\\s+"));

  /** Checks operands, and notes errors. */
  final OperandCheck check = new OperandCheck(this);

  private static final String REDUNDANT = "The expression has redundant parentheses;";

  /** Levels of parentheses; a deeper recursion could use up a thread's stack. */
  private static final int DEEPEST = OPERATOR_LIMIT + 1;

  private final String member;
  private final String text;
  private final Placeholders placeholders;
  private final List<Token> tokens;
  private final Map<ExpressionProblem, String> problems = new EnumMap<>(ExpressionProblem.class);
  private final List<Path> distinct = new ArrayList<>();
  private int position;
  private int operators;
  private int depth;

  /**
   * A parser.
   *
   * @param member the request's member, such as {@code FilterExpression}
   */
  ExpressionParser(String member, String text, Placeholders placeholders) {
    this.member = member;
    this.text = text;
    this.placeholders = placeholders;
    if (text.isEmpty()) {
      throw invalid("The expression can not be empty;");
    }
    int size = ItemSize.utf8(text);
    if (size > SIZE_LIMIT) {
      throw invalid(
          "Expression size has exceeded the maximum allowed size"
              + (member.startsWith("Update") ? "" : "; expression size: " + size));
    }
    this.tokens = Token.of(text);
  }

  final DynamoDbException invalid(String message, @Nullable Object... arguments) {
    return DynamoDbException.validation(
        "Invalid %s: %s", member, DynamoDbException.text(message, arguments));
  }

  final Token peek() {
    return tokens.get(position);
  }

  final Token peekNext() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1));
  }

  final Token take() {
    return tokens.get(position++);
  }

  final void expect(String symbol) {
    if (!peek().is(symbol)) {
      throw syntaxError();
    }
    position++;
  }

  /** Takes the symbol if it comes next. */
  final boolean takes(String symbol) {
    return takesIf(peek().is(symbol));
  }

  /**
   * Takes an opening parenthesis if it comes next. So deep, either some are redundant, or some do
   * not close: there are not as many operators.
   */
  final boolean opens() {
    if (!takes("(")) {
      return false;
    }
    depth++;
    if (depth > DEEPEST) {
      long open = tokens.stream().filter(token -> token.is("(")).count();
      if (open == tokens.stream().filter(token -> token.is(")")).count()) {
        throw invalid(REDUNDANT);
      }
      position = tokens.size() - 1;
      throw syntaxError();
    }
    return true;
  }

  final void closes(boolean redundant) {
    expect(")");
    depth--;
    if (redundant) {
      note(ExpressionProblem.PARENTHESES, REDUNDANT);
    }
  }

  /** Takes the word, in any case, if it comes next. */
  final boolean takesWord(String word) {
    return takesIf(peek().isWord(word));
  }

  private boolean takesIf(boolean comes) {
    position += comes ? 1 : 0;
    return comes;
  }

  final DynamoDbException syntaxError() {
    Token first = tokens.get(Math.max(0, position - 1));
    Token last = peekNext();
    return invalid(
        "Syntax error; token: \"%s\", near: \"%s\"",
        peek().text(), text.substring(first.start(), last.end()).strip());
  }

  final void note(ExpressionProblem problem, String message, @Nullable Object... arguments) {
    problems.putIfAbsent(problem, DynamoDbException.text(message, arguments));
  }

  final void countOperator() {
    operators++;
  }

  /** Ends the parsing: nothing may follow, and no problem may have been noted. */
  final void finish() {
    if (peek().kind() != Token.Kind.END) {
      throw syntaxError();
    }
    if (operators > OPERATOR_LIMIT) {
      throw invalid("The expression contains too many operators; operator count: %s", operators);
    }
    for (String problem : problems.values()) {
      throw invalid("%s", problem);
    }
  }

  final Path path() {
    List<Object> elements = new ArrayList<>();
    elements.add(name());
    while (peek().is(".") || peek().is("[")) {
      if (take().is(".")) {
        elements.add(name());
      } else {
        elements.add(index());
      }
    }
    Path path = new Path(elements);
    placeholders.addPath(member, path);
    return path;
  }

  /** A path that clashes with none of the others that this method has read. */
  final Path distinctPath() {
    Path path = path();
    for (Path other : distinct) {
      String clash = other.clash(path);
      if (clash != null) {
        note(
            ExpressionProblem.PATHS,
            "Two document paths %s with each other; must remove or rewrite one of "
                + "these paths; path one: %s, path two: %s",
            clash,
            other,
            path);
      }
    }
    distinct.add(path);
    return path;
  }

  private String name() {
    Token token = peek();
    if (token.kind() == Token.Kind.ALIAS) {
      take();
      String name = placeholders.name(token.text());
      if (name == null) {
        note(
            ExpressionProblem.UNDEFINED,
            "An expression attribute name used in the document path is not defined; "
                + "attribute name: %s",
            token.text());
      }
      return name == null ? token.text() : name;
    }
    if (token.kind() != Token.Kind.NAME) {
      throw syntaxError();
    }
    take();
    if (RESERVED_WORDS.contains(token.text().toUpperCase(Locale.ROOT))) {
      note(
          ExpressionProblem.RESERVED_WORD,
          "Attribute name is a reserved keyword; reserved keyword: %s",
          token.text());
    }
    return token.text();
  }

  private int index() {
    Token token = peek();
    if (token.kind() != Token.Kind.NUMBER) {
      throw syntaxError();
    }
    take();
    expect("]");
    try {
      return Integer.parseInt(token.text());
    } catch (NumberFormatException e) {
      throw invalid("List index is not within the allowable range; index: [%s]", token.text());
    }
  }

  /** A value of the request, or an error to be told later. */
  final Literal literal() {
    String placeholder = take().text();
    AttributeValue value = placeholders.value(placeholder);
    if (value == null) {
      note(
          ExpressionProblem.UNDEFINED,
          "An expression attribute value used in expression is not defined; "
              + "attribute value: %s",
          placeholder);
    }
    return new Literal(value == null ? AttributeValue.of("") : value);
  }

  final boolean callFollows() {
    return peek().kind() == Token.Kind.NAME && peekNext().is("(");
  }

  /** The function whose call begins here; takes its name and the parenthesis. */
  final Optional<Function> function() {
    String name = take().text();
    expect("(");
    countOperator();
    Optional<Function> function = Function.named(name);
    if (function.isEmpty()) {
      note(ExpressionProblem.UNKNOWN_FUNCTION, "Invalid function name; function: %s", name);
    }
    return function;
  }

  final void noteMisuse(Function function) {
    note(
        ExpressionProblem.MISUSED_FUNCTION,
        "The function is not allowed to be used this way in an expression; " + "function: %s",
        function.text());
  }
}
