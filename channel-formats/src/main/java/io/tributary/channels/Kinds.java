package io.tributary.channels;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A provider's names of things.
 *
 * @param names with {@code *} for any characters
 */
public record Kinds(List<String> names, Predicate<String> matcher) {

  /** Names in any order, separated by blanks. */
  public static Kinds of(String names) {
    return new Kinds(
        List.of(names.split(" ")),
        Pattern.compile(names.replace(" ", "|").replace("*", ".*")).asMatchPredicate());
  }

  public boolean contains(String name) {
    return matcher.test(name);
  }
}
