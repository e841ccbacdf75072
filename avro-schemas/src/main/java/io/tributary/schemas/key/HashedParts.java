package io.tributary.schemas.key;

import java.util.List;

/** Pattern of key parts joined by {@code #}, which is in no part. */
public final class HashedParts {

  private static final String SEPARATOR = "#";

  private final String pattern;
  private final List<String> expected;

  /** A pattern of fixed texts, and of other parts, which begin with a brace or a parenthesis. */
  public HashedParts(String pattern) {
    this.pattern = pattern;
    this.expected = List.of(pattern.split(SEPARATOR, -1));
  }

  public static String join(String... parts) {
    return String.join(SEPARATOR, parts);
  }

  /** Parts in the pattern's number and with its fixed texts, else {@link KeyFormatException}. */
  public List<String> split(String text) {
    List<String> parts = List.of(text.split(SEPARATOR, -1));
    boolean fits = parts.size() == expected.size();
    for (int i = 0; fits && i < parts.size(); i++) {
      String part = expected.get(i);
      fits = part.startsWith("{") || part.startsWith("(") || part.equals(parts.get(i));
    }
    if (!fits) {
      throw new KeyFormatException("the key must be " + pattern);
    }
    return parts;
  }
}
