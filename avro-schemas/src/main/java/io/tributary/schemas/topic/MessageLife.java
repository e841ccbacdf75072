package io.tributary.schemas.topic;

import java.util.Map;
import java.util.OptionalLong;

/** Lives of an inbox's messages in settings: digits and a unit, such as {@code 30d}. */
public final class MessageLife {

  /** Rule for the text. */
  public static final String RULE =
      "must be digits and d, m (minutes) or s, at most 32 characters, more than 0 and at most 720d";

  private static final Map<Character, Long> UNITS = Map.of('d', 86_400L, 'm', 60L, 's', 1L);
  private static final long MOST_SECONDS = 720 * 86_400L;
  private static final int LONGEST = 32;

  private MessageLife() {}

  /** The life in seconds; empty for a text that breaks the rule. */
  public static OptionalLong seconds(String text) {
    int end = text.length() - 1;
    if (end < 1 || end >= LONGEST) {
      return OptionalLong.empty();
    }
    long number = 0;
    for (int i = 0; i < end; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return OptionalLong.empty();
      }
      // Never beyond the limit of lives
      number = Math.min(number * 10 + digit - '0', MOST_SECONDS + 1);
    }
    long seconds = number * UNITS.getOrDefault(text.charAt(end), 0L);
    return seconds > 0 && seconds <= MOST_SECONDS ? OptionalLong.of(seconds) : OptionalLong.empty();
  }
}
