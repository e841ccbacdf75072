package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.value.AttributeValue.B;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.AttributeValue.S;
import java.util.OptionalInt;

/** Order of texts by their UTF-8 bytes, of numbers, and of binary values. */
public final class ValueOrder {
  private ValueOrder() {}

  /** Less than, equal to or greater than 0; nothing for types that differ or have no order. */
  public static OptionalInt compare(AttributeValue a, AttributeValue b) {
    if (a instanceof S text && b instanceof S other) {
      return OptionalInt.of(text.bytes().compareTo(other.bytes()));
    }
    if (a instanceof N number && b instanceof N other) {
      return OptionalInt.of(number.decimal().compareTo(other.decimal()));
    }
    if (a instanceof B bytes && b instanceof B other) {
      return OptionalInt.of(bytes.bytes().compareTo(other.bytes()));
    }
    return OptionalInt.empty();
  }
}
