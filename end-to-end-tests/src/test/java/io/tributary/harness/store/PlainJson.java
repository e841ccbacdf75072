package io.tributary.harness.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON as the plain values that {@link PlainItem} makes of the same in a table. */
public final class PlainJson {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private PlainJson() {}

  /** The value of a text. */
  public static Object of(String text) {
    return of(tree(text));
  }

  /** An object as an item with its members must be. */
  public static Map<String, Object> object(String text) {
    return map(tree(text));
  }

  /** A text as a tree whose numbers have lost nothing. */
  public static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** The value of a tree. */
  public static Object of(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.textValue();
      case NUMBER -> PlainItem.normal(node.decimalValue());
      case BOOLEAN -> node.booleanValue();
      case NULL -> PlainItem.Null.NULL;
      case ARRAY -> list(node);
      case OBJECT -> map(node);
      default -> throw new AssertionError("no value of JSON: " + node);
    };
  }

  private static List<Object> list(JsonNode array) {
    List<Object> values = new ArrayList<>();
    array.forEach(element -> values.add(of(element)));
    return values;
  }

  private static Map<String, Object> map(JsonNode object) {
    Map<String, Object> values = new TreeMap<>();
    object.properties().forEach(member -> values.put(member.getKey(), of(member.getValue())));
    return values;
  }
}
