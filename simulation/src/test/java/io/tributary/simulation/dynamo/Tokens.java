package io.tributary.simulation.dynamo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words and signs of an expression, read from left to right. */
final class Tokens {

  private static final Pattern TOKEN =
      Pattern.compile("\\s*([#:]?[A-Za-z0-9_]+|<>|<=|>=|[<>=(),])");

  private static final String END = "<EOF>";

  private final List<String> tokens = new ArrayList<>();
  private int next;

  /** Those of an expression; a ValidationException for a sign that no expression has. */
  Tokens(String expression) {
    Matcher matcher = TOKEN.matcher(expression);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      tokens.add(matcher.group(1));
      end = matcher.end();
    }
    if (!expression.substring(end).isBlank()) {
      throw syntaxError(expression.substring(end).strip().substring(0, 1));
    }
  }

  /** The next one stays. */
  String peek() {
    return next < tokens.size() ? tokens.get(next) : END;
  }

  String take() {
    String token = peek();
    next++;
    return token;
  }

  /** Takes the next one if it is that sign, or that word in letters of either case. */
  boolean takeIf(String token) {
    boolean taken = peek().toUpperCase(Locale.ROOT).equals(token);
    if (taken) {
      next++;
    }
    return taken;
  }

  void require(String token) {
    if (!takeIf(token)) {
      throw syntaxError(peek());
    }
  }

  void requireEnd() {
    if (next < tokens.size()) {
      throw syntaxError(peek());
    }
  }

  static RuntimeException syntaxError(String token) {
    return DynamoErrors.invalid(
        "Invalid ConditionExpression: Syntax error; token: \"" + token + '"');
  }
}
