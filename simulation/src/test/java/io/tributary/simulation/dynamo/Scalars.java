package io.tributary.simulation.dynamo;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The order of texts, numbers and binaries; other values have none. */
final class Scalars {

  /** From here to the end of the surrogates, UTF-16 sorts otherwise than UTF-8. */
  private static final char FIRST_SURROGATE = 0xD800;

  private static final char BEHIND_SURROGATES = 0xE000;

  private Scalars() {}

  static boolean isScalar(AttributeValue value) {
    return switch (value.type()) {
      case S, N, B -> true;
      default -> false;
    };
  }

  /** Empty for values of different types, or of a type without order. */
  static OptionalInt compare(AttributeValue one, AttributeValue other) {
    if (one.type() != other.type()) {
      return OptionalInt.empty();
    }
    return switch (one.type()) {
      case S -> OptionalInt.of(texts(one.s(), other.s()));
      case N -> OptionalInt.of(new BigDecimal(one.n()).compareTo(new BigDecimal(other.n())));
      case B ->
          OptionalInt.of(
              Arrays.compareUnsigned(one.b().asByteArrayUnsafe(), other.b().asByteArrayUnsafe()));
      default -> OptionalInt.empty();
    };
  }

  /** By the bytes of their UTF-8 form. */
  static int texts(String one, String other) {
    int shorter = Math.min(one.length(), other.length());
    for (int i = 0; i < shorter; i++) {
      char left = one.charAt(i);
      char right = other.charAt(i);
      if (left != right) {
        return Integer.compare(rank(left), rank(right));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Surrogates stand for code points above all other characters. */
  private static int rank(char unit) {
    return unit >= FIRST_SURROGATE && unit < BEHIND_SURROGATES ? unit + Character.MAX_VALUE : unit;
  }
}
