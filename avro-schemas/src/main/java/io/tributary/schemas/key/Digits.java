package io.tributary.schemas.key;

/** Numbers in keys: padded with zeros, so that texts sort as numbers do. */
public final class Digits {

  private Digits() {}

  /** The number in this width; {@link KeyFormatException} for a sign or more digits. */
  public static String padded(String name, long number, int width) {
    String digits = Long.toString(number);
    if (number < 0 || digits.length() > width) {
      throw new KeyFormatException(name + " must have at most " + width + " digits and no sign");
    }
    return "0".repeat(width - digits.length()) + digits;
  }

  /** The number in a padded text, else {@link KeyFormatException}. */
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
