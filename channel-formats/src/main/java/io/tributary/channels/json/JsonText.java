package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.channels.Kinds;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes values as compact JSON. */
public final class JsonText {

  private static final JsonFactory WRITERS = new JsonFactory();

  private JsonText() {}

  public static String of(JsonValue value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = WRITERS.createGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** The object without some members and without those that hold nothing; empty if none is left. */
  public static String without(Kinds names, JsonObject object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = WRITERS.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        if (!names.contains(member.getKey()) && !isEmpty(member.getValue())) {
          write(json, member);
        }
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().equals("{}") ? "" : text.toString();
  }

  private static boolean isEmpty(JsonValue value) {
    if (value instanceof JsonObject object) {
      return object.members().isEmpty();
    }
    return value instanceof JsonArray array
        ? array.items().isEmpty()
        : ((JsonScalar) value).isNull() || ((JsonScalar) value).text().isEmpty();
  }

  private static void write(JsonGenerator json, Map.Entry<String, JsonValue> member)
      throws IOException {
    json.writeFieldName(JsonScalar.repaired(member.getKey()));
    write(json, member.getValue());
  }

  private static void write(JsonGenerator json, JsonValue value) throws IOException {
    if (value instanceof JsonObject object) {
      json.writeStartObject();
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        write(json, member);
      }
      json.writeEndObject();
    } else if (value instanceof JsonArray array) {
      json.writeStartArray();
      for (JsonValue item : array.items()) {
        write(json, item);
      }
      json.writeEndArray();
    } else if (value instanceof JsonScalar scalar && scalar.isText()) {
      json.writeString(scalar.repaired());
    } else {
      json.writeRawValue(((JsonScalar) value).text());
    }
  }
}
