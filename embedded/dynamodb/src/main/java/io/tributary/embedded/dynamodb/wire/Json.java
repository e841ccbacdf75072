package io.tributary.embedded.dynamodb.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON as maps, lists, texts, {@link BigDecimal}s, booleans and {@link #NULL}. Members of value
 * null are left out, as if they were absent.
 */
public final class Json {
  /** A null in a list. */
  public static final Object NULL = new Object();

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(400)
                  .maxNameLength(1 << 20)
                  .maxNumberLength(400)
                  .build())
          .build();

  private Json() {}

  /**
   * Reads an object.
   *
   * @throws IOException if it is none
   */
  public static Map<String, Object> read(byte[] json) throws IOException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not an object");
      }
      Map<String, Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw new IOException("something follows the object");
      }
      return object;
    }
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      Object value = value(parser);
      if (value != NULL) {
        members.put(name, value);
      }
    }
    return members;
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NULL;
      default -> throw new IOException("not JSON");
    };
  }

  private static BigDecimal number(JsonParser parser) throws IOException {
    try {
      return new BigDecimal(parser.getText());
    } catch (NumberFormatException e) {
      throw new IOException("not a number", e);
    }
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }

  /** Writes an object. */
  public static byte[] write(Object json) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
      write(json, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(Object value, JsonGenerator generator) throws IOException {
    if (value instanceof JsonValue form) {
      write(form.json(), generator);
    } else if (value instanceof String text) {
      generator.writeString(text);
    } else if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        generator.writeFieldName((String) member.getKey());
        write(member.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> elements) {
      generator.writeStartArray();
      for (Object element : elements) {
        write(element, generator);
      }
      generator.writeEndArray();
    } else {
      writeScalar(value, generator);
    }
  }

  private static void writeScalar(Object value, JsonGenerator generator) throws IOException {
    if (value instanceof Boolean bool) {
      generator.writeBoolean(bool);
    } else if (value instanceof Integer || value instanceof Long) {
      generator.writeNumber(((Number) value).longValue());
    } else {
      generator.writeNumber(new BigDecimal(value.toString()).toPlainString());
    }
  }
}
