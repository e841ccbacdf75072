package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonToken;
import io.tributary.schemas.json.Utf8;
import java.nio.charset.StandardCharsets;

/** A text, number, boolean or null; texts unescaped, numbers as written. */
public record JsonScalar(JsonToken kind, TextRange span, String text) implements JsonValue {

  public boolean isNull() {
    return kind == JsonToken.VALUE_NULL;
  }

  public boolean isText() {
    return kind == JsonToken.VALUE_STRING;
  }

  public boolean isInteger() {
    return kind == JsonToken.VALUE_NUMBER_INT;
  }

  public boolean isNumber() {
    return isInteger() || kind == JsonToken.VALUE_NUMBER_FLOAT;
  }

  /** The text with U+FFFD for lone surrogates, which UTF-8 cannot carry. */
  public String repaired() {
    return repaired(text);
  }

  public static String repaired(String text) {
    return Utf8.canEncode(text)
        ? text
        // The encoder replaces lone surrogates by U+FFFD
        : StandardCharsets.UTF_16BE.decode(StandardCharsets.UTF_16BE.encode(text)).toString();
  }
}
