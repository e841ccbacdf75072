package io.tributary.schemas.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.schemas.item.Attributes.Null;
import io.tributary.schemas.json.ForeignJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as values of {@link Attributes}: objects are Maps, arrays are Lists, numbers are exact,
 * texts unchanged, and null is NULL.
 */
final class JsonAttribute {

  /** DynamoDB nests 32 levels, of which the item is one. */
  private static final int MOST_LEVELS = 31;

  /** Bytes; below DynamoDB's limit of 65,535. */
  private static final int LONGEST_NAME = 50_000;

  private static final JsonFactory JSON =
      ForeignJson.parsers(limits -> limits.maxNestingDepth(MOST_LEVELS));

  private final String name;
  private final JsonParser parser;

  private JsonAttribute(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  /** The value of a JSON object or array; {@link UnstorableException} names the attribute. */
  static Object structure(String name, String json) {
    Object value = of(name, json);
    if (value instanceof Map || value instanceof List) {
      return value;
    }
    throw new UnstorableException(name + " is no JSON object or array");
  }

  /** The value of a JSON text; {@link UnstorableException} names the attribute. */
  static Object of(String name, String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      Object value = new JsonAttribute(name, parser).value(parser.nextToken());
      if (parser.nextToken() != null) {
        throw new UnstorableException(name + " is more than one JSON value");
      }
      return value;
    } catch (IOException | NumberFormatException e) {
      // the cause would quote the text
      throw new UnstorableException(
          "%s is no JSON of at most %d levels and numbers of sensible length"
              .formatted(name, MOST_LEVELS));
    }
  }

  private Object value(@Nullable JsonToken token) throws IOException {
    if (token == null) {
      throw new UnstorableException(name + " is no JSON value");
    }
    return switch (token) {
      case START_OBJECT -> members();
      case START_ARRAY -> elements();
      case VALUE_STRING -> text();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      default -> Null.NULL;
    };
  }

  private BigDecimal number(BigDecimal value) {
    return DynamoNumber.of(value)
        .orElseThrow(() -> new UnstorableException(name + ' ' + DynamoNumber.RULE));
  }

  private Map<String, Object> members() throws IOException {
    Map<String, Object> members = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String member = member();
      if (members.put(member, value(parser.nextToken())) != null) {
        throw new UnstorableException(name + " has a field twice");
      }
    }
    return members;
  }

  private List<Object> elements() throws IOException {
    List<Object> elements = new ArrayList<>();
    for (JsonToken next = parser.nextToken();
        next != JsonToken.END_ARRAY;
        next = parser.nextToken()) {
      elements.add(value(next));
    }
    return elements;
  }

  private String member() throws IOException {
    String member = text();
    if (member.isEmpty() || member.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new UnstorableException(
          name + " has a field name that is empty or has more than " + LONGEST_NAME + " bytes");
    }
    return member;
  }

  /** A lone surrogate would be stored as another text. */
  private String text() throws IOException {
    String text = parser.getText();
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new UnstorableException(name + " holds a text that is no Unicode");
    }
    return text;
  }
}
