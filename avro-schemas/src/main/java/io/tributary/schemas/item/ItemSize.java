package io.tributary.schemas.item;

import java.math.BigDecimal;
import java.util.List;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a DynamoDB item, or of a map within one, as AWS counts them ("DynamoDB item sizes and
 * formats" of its developer guide): names and values in UTF-8. A number without a value counts with
 * its maximum, so that an item is never larger.
 */
public final class ItemSize {

  /** Upper limit of an item: 400 KB. */
  public static final long LIMIT = 400L * 1024;

  private static final int LARGEST_NUMBER = 21;
  private static final long DIGITS_OF_A_BYTE = 2;

  private static final int ONE = 1;

  /** Bytes of a list or map, besides its elements. */
  private static final int STRUCTURE = 3;

  /** Bytes of each element of a list or map, besides its value. */
  private static final int ELEMENT = 1;

  private static final int QUOTES = 2;
  private static final int SHORT_ESCAPE = 2;
  private static final int UNICODE_ESCAPE = 6;

  private long bytes;
  private int attributes;

  /** Adds an attribute of text; nothing for one that is absent. */
  public ItemSize text(String name, @Nullable String value) {
    return value == null ? this : value(name, utf8(value));
  }

  /** Adds an attribute of text by its number of bytes. */
  public ItemSize text(String name, long valueBytes) {
    return value(name, valueBytes);
  }

  /** Adds an attribute that is a number. */
  public ItemSize number(String name) {
    return value(name, LARGEST_NUMBER);
  }

  /** Adds an attribute that is this number; nothing for one that is absent. */
  public ItemSize number(String name, @Nullable Long value) {
    return value == null ? this : value(name, number(BigDecimal.valueOf(value)));
  }

  /** Adds an attribute that is true, false or NULL; nothing for one that is absent. */
  public ItemSize flag(String name, @Nullable Boolean value) {
    return value == null ? this : value(name, ONE);
  }

  /** Adds an attribute that is NULL. */
  public ItemSize nothing(String name) {
    return value(name, ONE);
  }

  /**
   * Adds a List attribute.
   *
   * @param valueBytes of all values together
   */
  public ItemSize list(String name, int elements, long valueBytes) {
    return value(name, list(elements, valueBytes));
  }

  /** Adds a List attribute of texts; nothing for one that is absent. */
  public ItemSize texts(String name, @Nullable List<String> values) {
    return values == null
        ? this
        : list(name, values.size(), values.stream().mapToLong(ItemSize::utf8).sum());
  }

  /**
   * Adds the Map attribute of a JSON text; nothing for one that is absent. {@link
   * IllegalArgumentException} unless the text is one JSON object that DynamoDB can hold.
   */
  public ItemSize structure(String name, @Nullable String json) {
    return json == null ? this : value(name, StructureSize.ofObject(json));
  }

  /** Adds an attribute by the bytes of its value. */
  public ItemSize value(String name, long valueBytes) {
    bytes += utf8(name) + valueBytes;
    attributes++;
    return this;
  }

  public long bytes() {
    return bytes;
  }

  /** Bytes so far, as the value of a Map attribute. */
  public long mapBytes() {
    return list(attributes, bytes);
  }

  /** Bytes of a List. */
  public static long list(int elements, long valueBytes) {
    return STRUCTURE + (long) elements * ELEMENT + valueBytes;
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
