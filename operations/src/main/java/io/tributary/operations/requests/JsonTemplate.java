package io.tributary.operations.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON with variables: {@code {name}} in a text. In a list, {@code $each} repeats its {@code
 * $value}, with variables of its own.
 */
public final class JsonTemplate {

  /** Writes ASCII, as Meta does. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  /** A text that is a variable and becomes its value, or a variable within a text. */
  private static final Pattern VARIABLE = Pattern.compile("\"\\{(\\w+)}\"|\\{(\\w+)}");

  private JsonTemplate() {}

  public static JsonNode resource(String resource) {
    try (InputStream text = JsonTemplate.class.getResourceAsStream(resource)) {
      return JSON.readTree(Objects.requireNonNull(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(JsonNode json) {
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static JsonNode value(Object value) {
    return JSON.valueToTree(value);
  }

  /** Repeats the values of {@code $each}, in lists at any depth. */
  public static JsonNode expanded(JsonNode json) {
    if (json.isObject()) {
      ObjectNode expanded = JSON.createObjectNode();
      json.properties().forEach(each -> expanded.set(each.getKey(), expanded(each.getValue())));
      return expanded;
    }
    if (!json.isArray()) {
      return json;
    }
    ArrayNode expanded = JSON.createArrayNode();
    for (JsonNode element : json) {
      JsonNode each = element.path("$each");
      int count = each.isEmpty() ? 0 : each.elements().next().size();
      if (count == 0) {
        expanded.add(expanded(element));
      }
      for (int index = 0; index < count; index++) {
        Map<String, JsonNode> own = new HashMap<>();
        for (Map.Entry<String, JsonNode> variable : each.properties()) {
          own.put(variable.getKey(), variable.getValue().get(index));
        }
        JsonNode value = filled(element.path("$value"), own);
        expanded.addAll((ArrayNode) expanded(JSON.createArrayNode().add(value)));
      }
    }
    return expanded;
  }

  /** The same with values of variables, inner ones first. */
  public static JsonNode filled(JsonNode template, Map<String, JsonNode> values) {
    String before = "";
    String text = text(template);
    while (!text.equals(before)) {
      before = text;
      text = VARIABLE.matcher(text).replaceAll(found -> value(found, values));
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same with values of Java. */
  public static ObjectNode object(JsonNode template, Map<String, ?> values) {
    Map<String, JsonNode> nodes = new HashMap<>();
    values.forEach((name, value) -> nodes.put(name, value(value)));
    return (ObjectNode) filled(template, nodes);
  }

  /** True for values that are equal to DynamoDB, which compares numbers by value. */
  public static boolean areEqual(JsonNode one, JsonNode other) {
    return one.equals(
        (first, second) ->
            first.isNumber() && second.isNumber()
                ? first.decimalValue().compareTo(second.decimalValue())
                : first.equals(second) ? 0 : 1,
        other);
  }

  private static String value(MatchResult found, Map<String, JsonNode> values) {
    boolean whole = found.group(1) != null;
    JsonNode value = values.get(whole ? found.group(1) : found.group(2));
    if (value == null) {
      return Matcher.quoteReplacement(found.group());
    }
    String json = text(value);
    boolean quoted = !whole && value.isTextual();
    return Matcher.quoteReplacement(quoted ? json.substring(1, json.length() - 1) : json);
  }
}
