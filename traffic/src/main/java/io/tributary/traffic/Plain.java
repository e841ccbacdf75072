package io.tributary.traffic;

import java.math.BigDecimal;

/**
 * DynamoDB values as plain Java values that compare by meaning: S as String, N as BigDecimal
 * without trailing zeros, BOOL as Boolean, NULL as {@link Null}, M as a sorted Map, L as List.
 */
public final class Plain {

  /** DynamoDB's NULL. */
  public enum Null {
    NULL
  }

  private Plain() {}

  /** A number of decimal text. */
  public static BigDecimal number(String text) {
    return normal(new BigDecimal(text));
  }

  /** A whole number. */
  public static BigDecimal number(long value) {
    return normal(BigDecimal.valueOf(value));
  }

  /** A number without trailing zeros. */
  public static BigDecimal normal(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }
}
