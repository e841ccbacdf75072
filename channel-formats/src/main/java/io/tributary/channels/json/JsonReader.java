package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.tributary.channels.MalformedEventException;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.StrictJson;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads a body as one JSON object with the place of each value. No number is computed. */
public final class JsonReader extends StrictJson<JsonValue> {

  /** Messages nest a few levels; cards that bots exchange nest some dozens. */
  private static final int DEEPEST = 64;

  private static final JsonFactory PARSERS = parsers(DEEPEST);

  private JsonReader(int mostTokens) {
    super(PARSERS, false, mostTokens);
  }

  /**
   * The root object, or {@link MalformedEventException}.
   *
   * @param mostTokens limit of names, values and brackets
   */
  public static JsonObject read(String source, int mostTokens) {
    JsonObject root = (JsonObject) new JsonReader(mostTokens).read(source);
    return new JsonObject(root.place(), new TextRange(0, source.length()), root.members());
  }

  public static String decode(byte[] body) {
    return Utf8.decode(body)
        .map(Utf8::unmarked)
        .orElseThrow(() -> MalformedEventException.body("must be UTF-8"));
  }

  @Override
  protected int start(JsonParser parser) {
    return (int) parser.currentTokenLocation().getCharOffset();
  }

  /** The range of a value up to the parser. */
  private static TextRange range(int start, JsonParser parser) {
    return new TextRange(start, (int) parser.currentLocation().getCharOffset());
  }

  @Override
  protected FieldPath member(FieldPath place, String name) {
    return place.member(name);
  }

  @Override
  protected FieldPath element(FieldPath place, int position) {
    return place.element(position);
  }

  @Override
  protected JsonValue object(
      Map<String, JsonValue> members, FieldPath place, int start, JsonParser parser) {
    return new JsonObject(place, range(start, parser), members);
  }

  @Override
  protected JsonValue array(List<JsonValue> items, FieldPath place, int start, JsonParser parser) {
    return new JsonArray(place, range(start, parser), items);
  }

  @Override
  protected JsonValue scalar(JsonParser parser, int start) throws IOException {
    // its end is known only once its text is read
    String text = parser.getText();
    return new JsonScalar(parser.currentToken(), range(start, parser), text);
  }

  @Override
  protected MalformedEventException broken(FieldPath place, String rule) {
    return MalformedEventException.at(place, rule);
  }
}
