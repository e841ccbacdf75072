package io.tributary.sink.item;

import java.math.BigDecimal;

/**
 * Decimals as DynamoDB takes and gives them back: at most 38 significant digits, magnitude from
 * 1E-130 to 9.9…E+125, no trailing zeros.
 */
final class DecimalText {

  private static final int MOST_DIGITS = 38;
  private static final int LEAST_EXPONENT = -130;
  private static final int GREATEST_EXPONENT = 125;

  /** Above those of the longest number that a request may bring, 1000 digits, zeros included. */
  private static final int MOST_BITS = 4_096;

  /** Up to here a number is written out; beyond, its exponent says the same in fewer characters. */
  private static final int LONGEST_PLAIN = MOST_DIGITS;

  private DecimalText() {}

  static String of(String name, BigDecimal value) {
    // before any arithmetic: digits are cheap to send and dear to strip
    if (value.unscaledValue().bitLength() > MOST_BITS) {
      throw tooPrecise(name);
    }
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.precision() > MOST_DIGITS) {
      throw tooPrecise(name);
    }
    long exponent = (long) stripped.precision() - stripped.scale() - 1;
    if (exponent < LEAST_EXPONENT || exponent > GREATEST_EXPONENT) {
      throw new UnstorableException(name + " is outside the range of DynamoDB's numbers");
    }
    return Math.abs(exponent) <= LONGEST_PLAIN ? stripped.toPlainString() : stripped.toString();
  }

  private static UnstorableException tooPrecise(String name) {
    return new UnstorableException(name + " has more than 38 significant digits");
  }
}
