package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.tributary.channels.MalformedEventException;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.ForeignJson;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as one JSON object with the place of each value. Depth and numbers are bounded, no
 * number is computed, duplicate members are refused.
 */
public final class JsonReader {

  /** Messages nest a few levels; cards that bots exchange nest some dozens. */
  private static final int DEEPEST = 64;

  private static final int LONGEST_NUMBER = 1000;

  private static final JsonFactory PARSERS =
      ForeignJson.parsers(
          limits -> limits.maxNestingDepth(DEEPEST).maxNumberLength(LONGEST_NUMBER));

  private final String source;
  private final JsonParser parser;
  private final int mostTokens;
  private int tokens;

  private JsonReader(String source, JsonParser parser, int mostTokens) {
    this.source = source;
    this.parser = parser;
    this.mostTokens = mostTokens;
  }

  /**
   * The root object, or {@link MalformedEventException}.
   *
   * @param mostTokens limit of names, values and brackets, each of which costs many times its text
   */
  public static JsonObject read(String source, int mostTokens) {
    try (JsonParser parser = PARSERS.createParser(source)) {
      return new JsonReader(source, parser, mostTokens).root();
    } catch (StreamConstraintsException e) {
      throw tooMuch(mostTokens);
    } catch (JsonProcessingException e) {
      throw MalformedEventException.body("must be well-formed JSON");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String decode(byte[] body) {
    return Utf8.decode(body)
        .map(Utf8::unmarked)
        .orElseThrow(() -> MalformedEventException.body("must be UTF-8"));
  }

  private static MalformedEventException tooMuch(int mostTokens) {
    return MalformedEventException.body(
        "must be JSON of at most "
            + DEEPEST
            + " levels and "
            + mostTokens
            + " tokens, with numbers of at most "
            + LONGEST_NUMBER
            + " digits");
  }

  private @Nullable JsonToken next() throws IOException {
    tokens++;
    if (tokens > mostTokens) {
      throw tooMuch(mostTokens);
    }
    return parser.nextToken();
  }

  private JsonObject root() throws IOException {
    if (next() != JsonToken.START_OBJECT) {
      throw MalformedEventException.body("must be a JSON object");
    }
    Map<String, JsonValue> members = members(FieldPath.BODY);
    if (parser.nextToken() != null) {
      throw MalformedEventException.body("must be one JSON object and nothing after it");
    }
    return new JsonObject(FieldPath.BODY, new TextRange(0, source.length()), members);
  }

  private JsonValue value(FieldPath place) throws IOException {
    int start = offset(parser.currentTokenLocation());
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, JsonValue> members = members(place);
        yield new JsonObject(place, new TextRange(start, end()), members);
      }
      case START_ARRAY -> {
        List<JsonValue> items = items(place);
        yield new JsonArray(place, new TextRange(start, end()), items);
      }
      default -> {
        // its end is known only once its text is read
        String text = parser.getText();
        yield new JsonScalar(parser.currentToken(), new TextRange(start, end()), text);
      }
    };
  }

  private int end() {
    return offset(parser.currentLocation());
  }

  private static int offset(JsonLocation location) {
    return (int) location.getCharOffset();
  }

  private Map<String, JsonValue> members(FieldPath place) throws IOException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    while (next() != JsonToken.END_OBJECT) {
      FieldPath member = place.member(parser.currentName());
      next();
      if (members.put(member.name(), value(member)) != null) {
        throw MalformedEventException.at(member, "must not be given twice");
      }
    }
    return members;
  }

  private List<JsonValue> items(FieldPath place) throws IOException {
    List<JsonValue> items = new ArrayList<>();
    while (next() != JsonToken.END_ARRAY) {
      items.add(value(place.element(items.size())));
    }
    return items;
  }
}
