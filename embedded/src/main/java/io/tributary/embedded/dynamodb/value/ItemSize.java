package io.tributary.embedded.dynamodb.value;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes in bytes, as they count against limits and capacity. */
public final class ItemSize {
  /** Size of an item. */
  public static final int LIMIT = 409_600;

  private static final Pattern FIRST_ZEROS = Pattern.compile("^0+");
  private static final Pattern LAST_ZEROS = Pattern.compile("0+$");

  private ItemSize() {}

  /** Names and values of an item or a map; 0 without an item. */
  public static int of(@Nullable Map<String, AttributeValue> item) {
    int size = 0;
    if (item == null) {
      return size;
    }
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      size += utf8(attribute.getKey()) + attribute.getValue().size();
    }
    return size;
  }

  /** Bytes of a text in UTF-8. */
  public static int utf8(String text) {
    int size = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // A surrogate pair has four bytes for two characters.
        size += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return size;
  }

  /**
   * One byte, one for two digits on each side of the point, one for a sign; zeros at both ends do
   * not count.
   */
  static int number(String text) {
    int sign = text.startsWith("-") ? 1 : 0;
    int point = text.indexOf('.');
    String whole = text.substring(sign, point < 0 ? text.length() : point);
    String fraction = point < 0 ? "" : text.substring(point + 1);
    String digits = whole.equals("0") ? "" : whole;
    if (fraction.isEmpty()) {
      digits = LAST_ZEROS.matcher(digits).replaceAll("");
    } else if (digits.isEmpty()) {
      fraction = FIRST_ZEROS.matcher(fraction).replaceAll("");
    }
    return 1 + (digits.length() + 1) / 2 + (fraction.length() + 1) / 2 + sign;
  }
}
