package io.tributary.schemas.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.tributary.schemas.item.Attributes.Null;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * JSON as values of {@link Attributes}: objects are Maps, arrays are Lists, numbers are exact,
 * texts unchanged, and null is NULL. An {@link UnstorableException} names the attribute, and never
 * quotes the text.
 */
final class JsonAttribute extends StrictJson<Object> {

  /** DynamoDB nests 32 levels, of which the item is one. */
  private static final int MOST_LEVELS = 31;

  /** Bytes; below DynamoDB's limit of 65,535. */
  private static final int LONGEST_NAME = 50_000;

  private static final JsonFactory PARSERS = parsers(MOST_LEVELS);

  private final String attribute;

  private JsonAttribute(String attribute) {
    super(PARSERS, true, Integer.MAX_VALUE);
    this.attribute = attribute;
  }

  /** The value of a JSON object or array. */
  static Object structure(String attribute, String json) {
    Object value = of(attribute, json);
    if (value instanceof Map || value instanceof List) {
      return value;
    }
    throw new UnstorableException(attribute + " is no JSON object or array");
  }

  /** The value of a JSON text. */
  static Object of(String attribute, String json) {
    return new JsonAttribute(attribute).read(json);
  }

  @Override
  protected String name(JsonParser parser) throws IOException {
    String name = whole(parser.currentName(), parser);
    if (name.isEmpty() || ItemSize.utf8(name) > LONGEST_NAME) {
      throw broken(FieldPath.BODY, "must have field names of 1 to " + LONGEST_NAME + " bytes");
    }
    return name;
  }

  @Override
  protected Object object(
      Map<String, Object> members, FieldPath place, int start, JsonParser parser) {
    return members;
  }

  @Override
  protected Object array(List<Object> items, FieldPath place, int start, JsonParser parser) {
    return items;
  }

  @Override
  protected Object scalar(JsonParser parser, int start) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> whole(parser.getText(), parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          Attributes.decimalOf(attribute, parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      default -> Null.NULL;
    };
  }

  @Override
  protected UnstorableException broken(FieldPath place, String rule) {
    return new UnstorableException(attribute + ' ' + rule);
  }
}
