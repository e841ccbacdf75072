package io.tributary.channels.form;

import com.fasterxml.jackson.core.JsonToken;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.json.JsonScalar;
import io.tributary.channels.json.JsonValue;
import io.tributary.channels.json.TextRange;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.Utf8;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;

/**
 * Fields of an {@code application/x-www-form-urlencoded} body, or of a flat JSON object of texts
 * and numbers. The first character decides, so that all readers agree: a form escapes a brace.
 */
public final class FormFields {

  /** Providers send some dozens. */
  private static final int MOST_FIELDS = 1000;

  /** The byte order mark of UTF-8. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final String BLANKS = " \t\r\n";
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private final JsonObject root;

  private FormFields(JsonObject root) {
    this.root = root;
  }

  /** Reads a body; {@link MalformedEventException} if invalid or above 1000 fields. */
  public static FormFields read(byte[] body) {
    return new FormFields(root(JsonReader.decode(body)));
  }

  public static boolean isJson(byte[] body) {
    int start = Arrays.mismatch(MARK, body) == MARK.length ? MARK.length : 0;
    return isJson(body.length - start, at -> body[start + at]);
  }

  private static boolean isJson(int length, IntUnaryOperator character) {
    int start = 0;
    while (start < length && BLANKS.indexOf(character.applyAsInt(start)) >= 0) {
      start++;
    }
    return start < length && character.applyAsInt(start) == '{';
  }

  /** Names in the body's order. */
  public Set<String> names() {
    return root.members().keySet();
  }

  /** Values of a name in the body's order; empty without such a field. */
  public List<String> values(String name) {
    JsonValue value = root.members().get(name);
    if (value instanceof JsonArray several) {
      return several.items().stream().map(FormFields::text).toList();
    }
    return value == null ? List.of() : List.of(text(value));
  }

  /** The fields as an object: texts, or arrays of texts for repeated names. */
  public static JsonObject root(String source) {
    return isJson(source.length(), source::charAt) ? json(source) : form(source);
  }

  private static String text(JsonValue value) {
    return ((JsonScalar) value).repaired();
  }

  private static JsonObject json(String source) {
    JsonObject root = JsonReader.read(source, RequestParser.MOST_TOKENS);
    root.members()
        .forEach(
            (name, value) -> {
              if (!(value instanceof JsonScalar scalar)
                  || !(scalar.isText() || scalar.isNumber())) {
                throw root.broken(name, "must be text or a number");
              }
            });
    if (root.members().size() > MOST_FIELDS) {
      throw tooMany();
    }
    return root;
  }

  private static JsonObject form(String source) {
    Map<String, List<JsonValue>> fields = new LinkedHashMap<>();
    int count = 0;
    for (int start = 0; start < source.length(); ) {
      int mark = source.indexOf('&', start);
      int end = mark < 0 ? source.length() : mark;
      // Between two marks may be nothing
      if (end > start) {
        count++;
        if (count > MOST_FIELDS) {
          throw tooMany();
        }
        add(fields, source.substring(start, end), new TextRange(start, end));
      }
      start = end + 1;
    }
    Map<String, JsonValue> members = new LinkedHashMap<>();
    fields.forEach((name, values) -> members.put(name, value(name, values)));
    return new JsonObject(FieldPath.BODY, new TextRange(0, source.length()), members);
  }

  private static void add(Map<String, List<JsonValue>> fields, String field, TextRange span) {
    int equals = field.indexOf('=');
    String name = decode(equals < 0 ? field : field.substring(0, equals), FieldPath.BODY);
    String value =
        equals < 0 ? "" : decode(field.substring(equals + 1), FieldPath.BODY.member(name));
    fields
        .computeIfAbsent(name, first -> new ArrayList<>())
        .add(new JsonScalar(JsonToken.VALUE_STRING, span, value));
  }

  private static JsonValue value(String name, List<JsonValue> values) {
    JsonValue first = values.get(0);
    return values.size() == 1
        ? first
        : new JsonArray(FieldPath.BODY.member(name), first.span(), values);
  }

  private static String decode(String part, FieldPath place) {
    if (BROKEN_ESCAPE.matcher(part).find()) {
      throw MalformedEventException.at(place, "must have whole percent escapes of UTF-8");
    }
    // As bytes, because the decoder would repair broken UTF-8
    String bytes = new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    byte[] decoded =
        URLDecoder.decode(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
    return Utf8.decode(decoded)
        .orElseThrow(
            () -> MalformedEventException.at(place, "must have whole percent escapes of UTF-8"));
  }

  private static MalformedEventException tooMany() {
    return MalformedEventException.body("must have at most " + MOST_FIELDS + " fields");
  }
}
