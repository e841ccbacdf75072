package io.tributary.simulation.dynamo;

import java.math.BigDecimal;

/** Numbers as DynamoDB keeps them: up to 38 digits, told without exponent and idle zeros. */
final class NumberForm {

  private static final int MOST_DIGITS = 38;
  private static final int LEAST_EXPONENT = -130;
  private static final int GREATEST_EXPONENT = 125;

  private NumberForm() {}

  /** The same number in the one notation that DynamoDB answers with. */
  static String of(String text) {
    return isPlain(text) ? text : canonical(text);
  }

  /** True of an integer that is in canonical form already, as nearly all numbers are. */
  private static boolean isPlain(String text) {
    int first = text.startsWith("-") ? 1 : 0;
    int digits = text.length() - first;
    if (digits < 1 || digits > MOST_DIGITS) {
      return false;
    }
    for (int i = first; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return text.charAt(first) != '0' || text.length() == 1;
  }

  private static String canonical(String text) {
    BigDecimal value = parse(text);
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    long exponent = (long) stripped.precision() - stripped.scale() - 1;
    if (exponent > GREATEST_EXPONENT) {
      throw DynamoErrors.invalid(
          "Number overflow. Attempting to store a number with magnitude larger than supported"
              + " range");
    }
    if (exponent < LEAST_EXPONENT) {
      throw DynamoErrors.invalid(
          "Number underflow. Attempting to store a number with magnitude smaller than supported"
              + " range");
    }
    if (stripped.precision() > MOST_DIGITS) {
      throw DynamoErrors.invalid("Attempting to store more than 38 significant digits in a Number");
    }
    return stripped.toPlainString();
  }

  private static BigDecimal parse(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw DynamoErrors.invalid("The parameter cannot be converted to a numeric value: " + text);
    }
  }

  /** Bytes of a number in canonical form: one for two digits begun, one more, one for a minus. */
  static int bytes(String canonical) {
    int sign = canonical.startsWith("-") ? 1 : 0;
    return (significantDigits(canonical) + 1) / 2 + 1 + sign;
  }

  private static int significantDigits(String canonical) {
    int digits = 0;
    int zeros = 0;
    for (int i = 0; i < canonical.length(); i++) {
      char digit = canonical.charAt(i);
      if (digit > '0') {
        digits += zeros + 1;
        zeros = 0;
      } else if (digit == '0' && digits > 0) {
        zeros++;
      }
    }
    return digits;
  }
}
