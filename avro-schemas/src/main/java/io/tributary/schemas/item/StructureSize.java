package io.tributary.schemas.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.schemas.json.ForeignJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Bytes of an attribute's value that a JSON text describes, as {@link ItemSize} counts them. */
final class StructureSize {

  private static final int MOST_LEVELS = 1000;
  private static final JsonFactory JSON =
      ForeignJson.parsers(limits -> limits.maxNestingDepth(MOST_LEVELS));

  private StructureSize() {}

  /** {@link IllegalArgumentException} when it is no JSON value. */
  static long of(String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      return value(parser, parser.nextToken());
    } catch (IOException e) {
      // the cause would quote the text
      throw new IllegalArgumentException("no JSON value: " + e.getClass().getSimpleName());
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
