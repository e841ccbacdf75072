package io.tributary.embedded.dynamodb.value;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;

/** Key values as bytes in the order of the values, none of which begins with another one's. */
public final class KeyBytes {
  private static final int NEGATIVE = 1;
  private static final int ZERO = 2;
  private static final int POSITIVE = 3;

  /** Makes every exponent a byte from 0 to 255. */
  private static final int EXPONENT_BASE = 130;

  private KeyBytes() {}

  /** The bytes of an S, N or B. */
  public static void write(AttributeValue value, ByteArrayOutputStream out) {
    if (value.type() == ValueType.N) {
      write(value.number().stripTrailingZeros(), out);
    } else {
      writePrefix(value, out);
      out.write(0);
      out.write(1);
    }
  }

  /** The bytes with which all values begin that begin with this S or B. */
  public static void writePrefix(AttributeValue value, ByteArrayOutputStream out) {
    for (byte one : value.bytes().array()) {
      out.write(one);
      if (one == 0) {
        out.write(0xff);
      }
    }
  }

  private static void write(BigDecimal number, ByteArrayOutputStream out) {
    if (number.signum() == 0) {
      out.write(ZERO);
      return;
    }
    boolean negative = number.signum() < 0;
    // All but the sign is complemented for negative numbers.
    int flip = negative ? 0xff : 0;
    out.write(negative ? NEGATIVE : POSITIVE);
    out.write(number.precision() - number.scale() - 1 + EXPONENT_BASE ^ flip);
    String digits = number.unscaledValue().abs().toString();
    for (int i = 0; i < digits.length(); i++) {
      out.write(digits.charAt(i) ^ flip);
    }
    out.write(flip);
  }
}
