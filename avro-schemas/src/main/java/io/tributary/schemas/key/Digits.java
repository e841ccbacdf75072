package io.tributary.schemas.key;

/** Numbers in keys: padded with zeros, so that they sort as texts as they do as numbers. */
public final class Digits {

  private Digits() {}

  /** The number in so many digits; {@link KeyFormatException} when it has a sign or more digits. */
  public static String padded(String name, long number, int width) {
    String digits = Long.toString(number);
    if (number < 0 || digits.length() > width) {
      throw new KeyFormatException(name + " must have at most " + width + " digits and no sign");
    }
    return "0".repeat(width - digits.length()) + digits;
  }

  /** The number of a text that {@link #padded} made, else {@link KeyFormatException}. */
  public static long parse(String name, String text, int width) {
    if (text.length() != width || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new KeyFormatException(name + " must have " + width + " digits");
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new KeyFormatException(name + " must be at most " + Long.MAX_VALUE);
    }
  }
}
