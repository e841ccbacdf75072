package io.tributary.schemas.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.schemas.json.ForeignJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Bytes of an attribute's value that a JSON text describes, as {@link ItemSize} counts them. */
final class StructureSize {

  /** DynamoDB nests 32 levels, of which the item is one. */
  private static final int MOST_LEVELS = 31;

  private static final JsonFactory JSON =
      ForeignJson.parsers(limits -> limits.maxNestingDepth(MOST_LEVELS));

  private StructureSize() {}

  /** {@link IllegalArgumentException} unless the text is one JSON object that DynamoDB can hold. */
  static long ofObject(String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("no JSON object");
      }
      long bytes = members(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more than one JSON value");
      }
      return bytes;
    } catch (IOException | ArithmeticException e) {
      // the cause would quote the text
      throw new IllegalArgumentException("no JSON object: " + e.getClass().getSimpleName());
    }
  }

  private static long value(JsonParser parser, @Nullable JsonToken token) throws IOException {
    if (token == null) {
      throw new IllegalArgumentException("no JSON value");
    }
    return switch (token) {
      case START_OBJECT -> members(parser);
      case START_ARRAY -> elements(parser);
      case VALUE_STRING -> ItemSize.utf8(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ItemSize.number(parser.getDecimalValue());
      default -> 1;
    };
  }

  private static long members(JsonParser parser) throws IOException {
    ItemSize size = new ItemSize();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      size.value(name, value(parser, parser.nextToken()));
    }
    return size.mapBytes();
  }

  private static long elements(JsonParser parser) throws IOException {
    int elements = 0;
    long bytes = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      bytes += value(parser, token);
      elements++;
    }
    return ItemSize.list(elements, bytes);
  }
}
