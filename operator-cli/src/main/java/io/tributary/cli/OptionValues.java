package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.runtime.config.Spelling;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What options of several commands may be; each says in one line what is wrong with a value. */
final class OptionValues {

  private static final Pattern AGO = Pattern.compile("(\\d{1,6})([smhd])");

  private OptionValues() {}

  /** A moment, or how long ago it is. */
  static Instant moment(String option, String text, Instant now) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      String unit = ago.group(2).toUpperCase(Locale.ROOT);
      return now.minus(Duration.parse((unit.equals("D") ? "P" : "PT") + ago.group(1) + unit));
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw CommandException.usage(
          option
              + " must be a time such as 2026-01-31T12:00:00Z, or so long ago: 90s, 30m, 2h, 7d");
    }
  }

  static Duration seconds(String option, String text) {
    if (!text.matches("\\d{1,6}")) {
      throw CommandException.usage(option + " must be a number of seconds, such as 60");
    }
    return Duration.ofSeconds(Long.parseLong(text));
  }

  /** The number of things that an option has, at least one. */
  static int count(Invocation invocation, String option, int byDefault) {
    return invocation.find(option).map(text -> count(option, text)).orElse(byDefault);
  }

  private static int count(String option, String text) {
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw CommandException.usage(option + " must be a whole number from 1, such as 100");
    }
    return Integer.parseInt(text);
  }

  /** What stands between the commas of an option's value; nothing if it is not given. */
  static Stream<String> list(Invocation invocation, String option) {
    return invocation.find(option).stream().flatMap(text -> Stream.of(text.split(",", -1)));
  }

  /** A list of words, each of which is one of those that there are. */
  static Set<String> words(Invocation invocation, String option, Collection<String> known) {
    Set<String> words = new LinkedHashSet<>(list(invocation, option).toList());
    words.forEach(word -> known(option + ": unknown", word, known));
    return words;
  }

  /**
   * One of the words that there are.
   *
   * @param what says what is unknown, before the word
   */
  static String known(String what, String word, Collection<String> known) {
    if (!known.contains(word)) {
      String near =
          Spelling.nearest(word, known).map(each -> "; did you mean " + each + "?").orElse("");
      throw CommandException.usage(what + ' ' + word + near);
    }
    return word;
  }
}
