package io.tributary.schemas.key;

import java.util.List;

/** Key parts joined by {@code #}, which is in no part. */
public final class HashedParts {

  static final String SEPARATOR = "#";

  private HashedParts() {}

  public static String join(String... parts) {
    return String.join(SEPARATOR, parts);
  }

  /** Parts in the number and with the fixed texts of the pattern; else a format exception. */
  public static List<String> split(String text, String pattern) {
    List<String> parts = List.of(text.split(SEPARATOR, -1));
    List<String> expected = List.of(pattern.split(SEPARATOR, -1));
    boolean fits = parts.size() == expected.size();
    for (int i = 0; fits && i < parts.size(); i++) {
      fits = expected.get(i).startsWith("{") || expected.get(i).equals(parts.get(i));
    }
    if (!fits) {
      throw new KeyFormatException("the key must be " + pattern);
    }
    return parts;
  }
}
