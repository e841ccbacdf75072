package io.tributary.schemas.item;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Numbers of DynamoDB: at most 38 significant digits, 0 or of magnitude 1E-130 to 9.99E+125.
 * Records hold them as decimal text in one form: no zeros at the end, an exponent only beyond 38
 * places.
 */
public final class DynamoNumber {

  /** The rule for senders, after the name of a field. */
  public static final String RULE =
      "must be a number of at most 38 significant digits, 0 or of magnitude 1E-130 to 9.99E+125";

  private static final int MOST_DIGITS = 38;
  private static final int LEAST_EXPONENT = -130;
  private static final int GREATEST_EXPONENT = 125;

  /** Above the bits of the longest number in a request: 1000 digits, zeros included. */
  private static final int MOST_BITS = 4_096;

  private static final int LONGEST_TEXT = 2_000;

  private DynamoNumber() {}

  /** The number without zeros at its end; empty if DynamoDB does not take it. */
  public static Optional<BigDecimal> of(BigDecimal number) {
    if (number.signum() == 0) {
      return Optional.of(BigDecimal.ZERO);
    }
    // before any arithmetic: digits and exponents are cheap to send and dear to write out
    if (number.unscaledValue().bitLength() > MOST_BITS) {
      return Optional.empty();
    }
    long exponent = (long) number.precision() - number.scale() - 1;
    if (exponent < LEAST_EXPONENT || exponent > GREATEST_EXPONENT) {
      return Optional.empty();
    }
    return Optional.of(number.stripTrailingZeros())
        .filter(stripped -> stripped.precision() <= MOST_DIGITS);
  }

  /** The number as text; empty if DynamoDB does not take it. */
  public static Optional<String> textOf(BigDecimal number) {
    return of(number).map(DynamoNumber::written);
  }

  /** The number of a sender's text; empty also if it is none. */
  public static Optional<BigDecimal> of(String number) {
    if (number.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    try {
      return of(new BigDecimal(number));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Text of a number without zeros at its end. */
  public static String written(BigDecimal stripped) {
    long exponent = (long) stripped.precision() - stripped.scale() - 1;
    return Math.abs(exponent) <= MOST_DIGITS ? stripped.toPlainString() : stripped.toString();
  }
}
