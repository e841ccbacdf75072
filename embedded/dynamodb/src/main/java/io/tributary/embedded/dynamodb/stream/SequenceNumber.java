package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;

/** Sequence numbers as texts of 21 digits. */
final class SequenceNumber {
  private SequenceNumber() {}

  static String text(long number) {
    return "1%020d".formatted(number);
  }

  static long parse(String text) {
    try {
      return Long.parseLong(text.substring(1));
    } catch (NumberFormatException e) {
      throw DynamoDbException.validation("Invalid SequenceNumber: %s", text);
    }
  }
}
