package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.schemas.json.ForeignJson;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads some texts of a body's outermost object. */
public final class TopLevelStrings {

  private static final int DEEPEST = 64;

  private static final JsonFactory PARSERS =
      ForeignJson.parsers(limits -> limits.maxNestingDepth(DEEPEST));

  private TopLevelStrings() {}

  /** Strings by name; empty if the body is not an object, or repeats one of them. */
  public static Map<String, String> read(byte[] body, Set<String> names) {
    // Never bytes: the parser would guess another encoding than UTF-8
    String text = Utf8.unmarked(new String(body, StandardCharsets.UTF_8));
    try (JsonParser parser = PARSERS.createParser(text)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? texts(parser, names) : Map.of();
    } catch (IOException e) {
      return Map.of();
    }
  }

  private static Map<String, String> texts(JsonParser parser, Set<String> names)
      throws IOException {
    Map<String, String> texts = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      boolean wanted = value == JsonToken.VALUE_STRING && names.contains(name);
      if (wanted && texts.put(name, parser.getText()) != null) {
        return Map.of();
      }
      parser.skipChildren();
    }
    return texts;
  }
}
