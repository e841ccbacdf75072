package io.tributary.embedded.dynamodb.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token of an expression.
 *
 * @param start its first character in the expression
 * @param end the character behind it
 */
record Token(Kind kind, String text, int start, int end) {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<alias>#[A-Za-z0-9_]+)"
              + "|(?<value>:[A-Za-z0-9_]+)|(?<number>[0-9]+)"
              + "|(?<symbol><>|<=|>=|[-=<>+(),.\\[\\]])|(?<other>\\S))");

  enum Kind {
    NAME,
    ALIAS,
    VALUE,
    NUMBER,
    SYMBOL,
    OTHER,
    END
  }

  /** All tokens, and one for the end. */
  static List<Token> of(String expression) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(expression);
    while (matcher.lookingAt()) {
      Kind kind = kind(matcher);
      String group = kind.name().toLowerCase(java.util.Locale.ROOT);
      tokens.add(new Token(kind, matcher.group(group), matcher.start(group), matcher.end()));
      matcher.region(matcher.end(), expression.length());
    }
    int end = expression.length();
    tokens.add(new Token(Kind.END, "<EOF>", end, end));
    return tokens;
  }

  private static Kind kind(Matcher matcher) {
    for (Kind kind : Kind.values()) {
      if (matcher.group(kind.name().toLowerCase(java.util.Locale.ROOT)) != null) {
        return kind;
      }
    }
    throw new IllegalStateException("a token has a kind");
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  boolean isComparator() {
    return kind == Kind.SYMBOL && List.of("=", "<>", "<", "<=", ">", ">=").contains(text);
  }
}
