package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * An item that a table must hold.
 *
 * @param table without prefix
 * @param key attributes that tell it from every other item of the table
 * @param attributes all its attributes, given the item that was found: what the pipeline's clock
 *     decides is taken from there if it is possible at all
 */
record ExpectedItem(String table, Map<String, String> key, UnaryOperator<ObjectNode> attributes) {

  ExpectedItem {
    key = Map.copyOf(key);
  }

  /**
   * One that has a revision.
   *
   * @param known attributes that the demonstration decides, those named by {@code pk} and {@code
   *     sk} among them
   */
  static ExpectedItem revised(
      String table, ObjectNode known, UnaryOperator<ObjectNode> attributes) {
    return new ExpectedItem(
        table,
        Map.of("pk", known.path("pk").asText(), "sk", known.path("sk").asText()),
        found -> withRev(attributes.apply(found), found));
  }

  boolean isKeyOf(ObjectNode item) {
    return key.entrySet().stream()
        .allMatch(part -> item.path(part.getKey()).asText().equals(part.getValue()));
  }

  /** How often an item changed on its way is nobody's promise; that it says so is. */
  static ObjectNode withRev(ObjectNode item, ObjectNode found) {
    return item.put("rev", Math.max(1, found.path("rev").asLong()));
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
