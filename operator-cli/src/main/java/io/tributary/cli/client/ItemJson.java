package io.tributary.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** Attribute values of items as JSON. */
public final class ItemJson {

  private ItemJson() {}

  /** Whether two values are equal to DynamoDB, which compares numbers by value. */
  public static boolean areEqual(JsonNode one, JsonNode other) {
    return one.equals(
        (first, second) ->
            first.isNumber() && second.isNumber()
                ? first.decimalValue().compareTo(second.decimalValue())
                : first.equals(second) ? 0 : 1,
        other);
  }
}
