package io.tributary.schemas.item;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a DynamoDB item as AWS counts them ("DynamoDB item sizes and formats" of its developer
 * guide): names and values in UTF-8. Values are those of {@link Attributes}.
 */
public final class ItemSize {

  /** Upper limit of an item: 400 KB. */
  public static final long LIMIT = 400L * 1024;

  private static final int LARGEST_NUMBER = 21;
  private static final long DIGITS_OF_A_BYTE = 2;

  /** Bytes of a list or map, besides its elements. */
  private static final int STRUCTURE = 3;

  private static final int QUOTES = 2;
  private static final int SHORT_ESCAPE = 2;
  private static final int UNICODE_ESCAPE = 6;

  private ItemSize() {}

  /** Bytes of attributes by name. */
  public static long of(Map<String, ? extends @Nullable Object> attributes) {
    return attributes.entrySet().stream()
        .mapToLong(attribute -> utf8(attribute.getKey()) + value(attribute.getValue()))
        .sum();
  }

  /** Bytes of an attribute's value; each element of a list or map takes one more. */
  static long value(@Nullable Object value) {
    if (value instanceof String text) {
      return utf8(text);
    }
    if (value instanceof Number number) {
      return number(
          number instanceof BigDecimal exact ? exact : BigDecimal.valueOf(number.longValue()));
    }
    if (value instanceof Map<?, ?> map) {
      return STRUCTURE
          + map.entrySet().stream()
              .mapToLong(member -> 1 + utf8((String) member.getKey()) + value(member.getValue()))
              .sum();
    }
    return value instanceof List<?> list
        ? STRUCTURE + list.stream().mapToLong(ItemSize::element).sum()
        : 1;
  }

  /** Bytes of an element of a list. */
  public static long element(@Nullable Object value) {
    return 1 + value(value);
  }

  /**
   * Bytes of a number: one for two significant digits each, one more, and one for a minus. AWS does
   * not say where pairs begin; here it is at the decimal point, which takes no fewer. {@link
   * IllegalArgumentException} for a number beyond DynamoDB's.
   */
  public static long number(BigDecimal value) {
    BigDecimal stripped =
        DynamoNumber.of(value)
            .orElseThrow(() -> new IllegalArgumentException("no number of DynamoDB"));
    long digits = value.signum() == 0 ? 0 : stripped.precision() + Math.abs(stripped.scale() % 2L);
    long minus = value.signum() < 0 ? 1 : 0;
    return Math.min((digits + DIGITS_OF_A_BYTE - 1) / DIGITS_OF_A_BYTE + 1 + minus, LARGEST_NUMBER);
  }

  public static long utf8(String text) {
    return Utils.utf8Length(text);
  }

  /** Bytes of a text as a JSON string with quotes and the necessary escapes. */
  public static long json(String text) {
    long escapes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || "\b\t\n\f\r".indexOf(c) >= 0) {
        escapes += SHORT_ESCAPE - 1;
      } else if (c < ' ') {
        escapes += UNICODE_ESCAPE - 1;
      }
    }
    return utf8(text) + escapes + QUOTES;
  }
}
