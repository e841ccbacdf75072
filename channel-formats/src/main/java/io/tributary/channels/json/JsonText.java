package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.channels.Kinds;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
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
    Map<String, JsonValue> left = new LinkedHashMap<>(object.members());
    left.entrySet()
        .removeIf(member -> names.contains(member.getKey()) || isEmpty(member.getValue()));
    return left.isEmpty() ? "" : of(new JsonObject(object.place(), object.span(), left));
  }

  private static boolean isEmpty(JsonValue value) {
    if (value instanceof JsonObject object) {
      return object.members().isEmpty();
    }
    return value instanceof JsonArray array
        ? array.items().isEmpty()
        : ((JsonScalar) value).isNull() || ((JsonScalar) value).text().isEmpty();
  }

  private static void write(JsonGenerator json, JsonValue value) throws IOException {
    if (value instanceof JsonObject object) {
      json.writeStartObject();
      for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
        json.writeFieldName(JsonScalar.repaired(member.getKey()));
        write(json, member.getValue());
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
