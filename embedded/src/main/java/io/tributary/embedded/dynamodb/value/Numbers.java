package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Numbers of 38 digits and a magnitude of 1E-130 to 9.99…E125. */
public final class Numbers {
  private static final Pattern PLAIN = Pattern.compile("0|-?[1-9][0-9]{0,17}");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?");
  private static final int DIGITS = 38;
  private static final int GREATEST = 125;
  private static final int SMALLEST = -130;

  private Numbers() {}

  /**
   * Reads a number.
   *
   * @throws DynamoDbException if it is none, or out of range
   */
  public static AttributeValue parse(String text) {
    if (PLAIN.matcher(text).matches()) {
      return new AttributeValue(ValueType.N, text);
    }
    DynamoDbException.refuse(
        text.isEmpty() || !NUMBER.matcher(text).matches(),
        text.isEmpty()
            ? "The parameter cannot be converted to a numeric value"
            : "The parameter cannot be converted to a numeric value: " + text);
    return of(new BigDecimal(text));
  }

  /** A number in its only form, if it is in range, also a zero by its exponent. */
  public static AttributeValue of(BigDecimal number) {
    if (number.signum() == 0 && number.scale() >= -GREATEST) {
      return AttributeValue.of(0);
    }
    BigDecimal shortest = number.signum() == 0 ? number : number.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    DynamoDbException.refuse(
        exponent > GREATEST,
        "Number overflow. Attempting to store a number with magnitude larger than "
            + "supported range");
    DynamoDbException.refuse(
        exponent < SMALLEST,
        "Number underflow. Attempting to store a number with magnitude smaller "
            + "than supported range");
    DynamoDbException.refuse(
        shortest.precision() > DIGITS,
        "Attempting to store more than 38 significant digits in a Number");
    return new AttributeValue(ValueType.N, shortest.toPlainString());
  }
}
