package io.tributary.gateway.json;

import java.math.BigDecimal;
import java.util.Optional;

/** Numbers that DynamoDB can hold. */
final class StorableNumber {

  static final String RULE =
      "must be a number of at most 38 significant digits, 0 or of magnitude 1E-130 to 9.99E+125";

  private static final int MOST_DIGITS = 38;
  private static final int MOST_BYTES = 21;
  private static final int LEAST_EXPONENT = -130;
  private static final int GREATEST_EXPONENT = 125;

  private StorableNumber() {}

  /**
   * The number without zeros at its end, if it can be stored. The exponent is judged before
   * anything is computed, so that 1E999999999 is never written out.
   */
  static Optional<BigDecimal> of(BigDecimal number) {
    if (number.signum() == 0) {
      return Optional.of(BigDecimal.ZERO);
    }
    long exponent = (long) number.precision() - number.scale() - 1;
    if (exponent < LEAST_EXPONENT || exponent > GREATEST_EXPONENT) {
      return Optional.empty();
    }
    return Optional.of(number.stripTrailingZeros())
        .filter(stripped -> stripped.precision() <= MOST_DIGITS);
  }

  /** What DynamoDB counts for such a number, approximately and rather more than less. */
  static int bytes(BigDecimal number) {
    int digits = (number.precision() + 1) / 2 + 1;
    return Math.min(MOST_BYTES, number.signum() < 0 ? digits + 1 : digits);
  }
}
