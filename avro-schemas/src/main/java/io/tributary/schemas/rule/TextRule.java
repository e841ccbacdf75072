package io.tributary.schemas.rule;

import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Rule of a text.
 *
 * @param form true of ids and other parts of keys
 * @param words behind the name of a field
 */
public record TextRule(boolean form, String words, Predicate<String> test) implements ValueRule {

  public static TextRule key(KeyPart part) {
    return new TextRule(true, part.rule(), part::accepts);
  }

  public static TextRule value(String words, Predicate<String> test) {
    return new TextRule(false, words, test);
  }

  /** Length in code points, both bounds included. */
  public static TextRule length(int least, int most) {
    return value(
        "must have " + least + " to " + most + " characters",
        text -> isWithin(text.codePointCount(0, text.length()), least, most));
  }

  /** Length in bytes of UTF-8, both bounds included. */
  public static TextRule bytes(int least, int most) {
    return value(
        "must have " + least + " to " + most + " bytes of UTF-8",
        text -> isWithin(ItemSize.utf8(text), least, most));
  }

  /** Length in printable ASCII characters, both bounds included. */
  public static TextRule printable(int least, int most) {
    return value(
        "must have " + least + " to " + most + " printable ASCII characters",
        text ->
            isWithin(text.length(), least, most)
                && text.chars().allMatch(c -> c >= ' ' && c <= '~'));
  }

  /** A text among some words. */
  public static TextRule oneOf(Map<String, ?> words, String rule) {
    return value(rule, words::containsKey);
  }

  /** Empty for a text without limits. */
  static Optional<ValueRule> of(Map<?, ?> rule) {
    int least = (int) RecordRule.limit(rule, "minLength", 0);
    int most = (int) RecordRule.limit(rule, "maxLength", Integer.MAX_VALUE);
    int bytes = (int) RecordRule.limit(rule, "maxBytes", 0);
    if (rule.get("format") instanceof String format) {
      return Optional.of(
          format.equals("printable") ? printable(least, most) : TextFormats.named(format));
    }
    if (rule.containsKey("maxLength")) {
      return Optional.of(length(least, most));
    }
    if (rule.containsKey("maxBytes")) {
      return Optional.of(bytes((int) RecordRule.limit(rule, "minBytes", 0), bytes));
    }
    if (!rule.isEmpty()) {
      throw new IllegalArgumentException("has no maxLength or maxBytes");
    }
    return Optional.empty();
  }

  private static boolean isWithin(long length, int least, int most) {
    return length >= least && length <= most;
  }

  public boolean accepts(String text) {
    return test.test(text);
  }

  @Override
  public void check(String field, Object value) {
    if (!accepts((String) value)) {
      throw form
          ? new KeyFormatException(field + ' ' + words)
          : new InvalidValueException(field + ' ' + words);
    }
  }
}
