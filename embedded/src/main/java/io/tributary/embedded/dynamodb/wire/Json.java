package io.tributary.embedded.dynamodb.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
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

  /** Reads an object that this class has written. */
  public static Map<String, Object> stored(byte[] json) {
    try {
      return read(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = wellFormed(parser.currentName());
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
      case VALUE_STRING -> wellFormed(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NULL;
      default -> throw new IOException("not JSON");
    };
  }

  /** Refuses halves of surrogate pairs, which escapes can make and UTF-8 cannot have. */
  private static String wellFormed(String text) throws IOException {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          throw new IOException("half of a surrogate pair");
        }
        i++;
      }
    }
    return text;
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    write(json, bytes);
    return bytes.toByteArray();
  }

  /** The same into a buffer. */
  static void write(Object value, ByteArrayOutputStream out) {
    if (value instanceof JsonForm form) {
      write(form.json(), out);
    } else if (value instanceof String text) {
      out.write('"');
      out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
      out.write('"');
    } else if (value instanceof Map<?, ?> map) {
      write('{', map.entrySet(), '}', out);
    } else if (value instanceof Map.Entry<?, ?> member) {
      write(member.getKey(), out);
      out.write(':');
      write(member.getValue(), out);
    } else if (value instanceof RawJson raw) {
      out.write(raw.bytes(), raw.offset(), raw.bytes().length - raw.offset());
    } else if (value instanceof Iterable<?> elements) {
      write('[', elements, ']', out);
    } else {
      String text =
          value instanceof Double number
              ? BigDecimal.valueOf(number).toPlainString()
              : value.toString();
      out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void write(char begin, Iterable<?> elements, char end, ByteArrayOutputStream out) {
    out.write(begin);
    boolean first = true;
    for (Object element : elements) {
      if (!first) {
        out.write(',');
      }
      first = false;
      write(element, out);
    }
    out.write(end);
  }
}
