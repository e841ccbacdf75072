package io.tributary.processors.store;

/** Numbers in keys with all digits of a long, so that texts sort as numbers do. */
public final class SortedNumber {

  /** Characters of a number. */
  public static final int DIGITS = 19;

  private SortedNumber() {}

  /** The number in {@link #DIGITS} digits; 0 for one below. */
  public static String text(long number) {
    String digits = Long.toString(Math.max(0, number));
    return "0".repeat(DIGITS - digits.length()) + digits;
  }
}
