package io.tributary.traffic.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.traffic.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON as the values that {@link Plain} describes. */
public final class PlainJson {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private PlainJson() {}

  /** A text as a tree that keeps all digits of its numbers; {@link IllegalArgumentException}. */
  public static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + text, e);
    }
  }

  /** The value of a text. */
  public static Object of(String text) {
    return of(tree(text));
  }

  /** The members of an object's text. */
  public static Map<String, Object> object(String text) {
    return map(tree(text));
  }

  /** The value of a tree. */
  public static Object of(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.textValue();
      case NUMBER -> Plain.normal(node.decimalValue());
      case BOOLEAN -> node.booleanValue();
      case NULL -> Plain.Null.NULL;
      case ARRAY -> list(node);
      case OBJECT -> map(node);
      default -> throw new IllegalArgumentException("no value of JSON: " + node);
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
