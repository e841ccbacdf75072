package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An item that a table must hold.
 *
 * @param table without prefix
 * @param key an attribute that tells it from every other item of the table
 * @param attributes all its attributes, given the item that was found: what the pipeline's clock
 *     decides is taken from there if it is possible at all
 */
record ExpectedItem(
    String table, String key, String keyValue, UnaryOperator<ObjectNode> attributes) {

  boolean isKeyOf(ObjectNode item) {
    return item.path(key).asText().equals(keyValue);
  }

  /** What is wrong with the item found. */
  Optional<String> violation(ObjectNode found) {
    ObjectNode wanted = attributes.apply(found);
    return wanted.equals(ExpectedItem::compareScalars, found)
        ? Optional.empty()
        : Optional.of(table + " should hold " + wanted + " but holds " + found);
  }

  /** Numbers are equal by value, as they are for DynamoDB. */
  private static int compareScalars(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}
