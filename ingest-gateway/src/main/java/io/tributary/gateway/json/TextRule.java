package io.tributary.gateway.json;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.function.Predicate;

/** A rule for texts: code and words of the problem, and the test. */
public record TextRule(ErrorCode code, String words, Predicate<String> test) {

  public static TextRule key(KeyPart part) {
    return new TextRule(ErrorCode.INVALID_FORMAT, part.rule(), part::accepts);
  }

  /** A rule broken by an invalid value. */
  public static TextRule value(String words, Predicate<String> test) {
    return new TextRule(ErrorCode.INVALID_VALUE, words, test);
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

  private static boolean isWithin(long length, int least, int most) {
    return length >= least && length <= most;
  }

  boolean accepts(String text) {
    return test.test(text);
  }
}
