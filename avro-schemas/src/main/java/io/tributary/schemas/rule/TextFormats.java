package io.tributary.schemas.rule;

import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.MessageLife;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Map;
import java.util.function.Predicate;

/** Forms of texts by the names that rules use. */
final class TextFormats {

  private static final int LONGEST_TIME = 64;
  private static final int LONGEST_SENSOR = 64;
  private static final int ASCII = 0x80;

  private static final Map<String, TextRule> ALL =
      Map.ofEntries(
          Map.entry("hardware-id", TextRule.key(KeyPart.HARDWARE_ID)),
          Map.entry("batch-id", TextRule.key(KeyPart.BATCH_ID)),
          Map.entry("uuid-v4", TextRule.key(KeyPart.UUID_V4)),
          Map.entry("id", TextRule.key(KeyPart.ID)),
          Map.entry("long-id", TextRule.key(KeyPart.LONG_ID)),
          Map.entry("uid", TextRule.key(KeyPart.UID)),
          Map.entry("category", TextRule.key(KeyPart.CATEGORY)),
          Map.entry("message-id", TextRule.key(KeyPart.MESSAGE_ID)),
          Map.entry("idempotency-key", TextRule.key(KeyPart.IDEMPOTENCY_KEY)),
          Map.entry("channel-type", TextRule.key(KeyPart.CHANNEL_TYPE)),
          Map.entry("recipient", TextRule.key(KeyPart.RECIPIENT)),
          Map.entry("tel", TextRule.key(KeyPart.TEL)),
          Map.entry("email", TextRule.key(KeyPart.EMAIL)),
          Map.entry(
              "sensor-name",
              TextRule.value("must have 1 to 64 letters, digits, _ or -", TextFormats::isSensor)),
          Map.entry(
              "message-life",
              TextRule.value(MessageLife.RULE, text -> MessageLife.seconds(text).isPresent())),
          Map.entry(
              "time",
              TextRule.value(
                  "must be a date and time of ISO 8601, such as 2026-02-21T14:30:00Z",
                  isTime(DateTimeFormatter.ISO_DATE_TIME))),
          Map.entry(
              "zoned-time",
              TextRule.value(
                  "must be a date and time of ISO 8601 with its zone, such as 2026-02-21T14:30:00Z",
                  isTime(DateTimeFormatter.ISO_OFFSET_DATE_TIME))));

  private TextFormats() {}

  static TextRule named(String format) {
    TextRule rule = ALL.get(format);
    if (rule == null) {
      throw new IllegalArgumentException("has the unknown format " + format);
    }
    return rule;
  }

  private static Predicate<String> isTime(DateTimeFormatter formatter) {
    return text -> {
      try {
        return text.length() <= LONGEST_TIME
            && formatter.parse(text).isSupported(ChronoField.SECOND_OF_DAY);
      } catch (DateTimeException e) {
        return false;
      }
    };
  }

  /** By characters, for there are many names in a request. */
  private static boolean isSensor(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= ASCII || !(Character.isLetterOrDigit(c) || c == '_' || c == '-')) {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= LONGEST_SENSOR;
  }
}
