package io.tributary.schemas.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text as one JSON value, unambiguously: no name twice in an object, and nothing after the
 * value. Depth, numbers and tokens are bounded. Subclasses make values and exceptions.
 *
 * @param <T> type of values
 */
public abstract class StrictJson<T> {

  private static final int LONGEST_NUMBER = 1000;

  private final JsonFactory parsers;
  private final boolean anyValue;
  private final int mostTokens;
  private int tokens;

  /**
   * A reader of one text.
   *
   * @param parsers from {@link #parsers}
   * @param anyValue false for objects alone
   * @param mostTokens limit of names, values and brackets, each of which costs many times its text
   */
  protected StrictJson(JsonFactory parsers, boolean anyValue, int mostTokens) {
    this.parsers = parsers;
    this.anyValue = anyValue;
    this.mostTokens = mostTokens;
  }

  /** Parsers of JSON of so many levels. */
  protected static JsonFactory parsers(int deepest) {
    return ForeignJson.parsers(
        limits -> limits.maxNestingDepth(deepest).maxNumberLength(LONGEST_NUMBER));
  }

  /** The value of a text. */
  protected final T read(String text) {
    try (JsonParser parser = parsers.createParser(text)) {
      return root(parser);
    } catch (StreamConstraintsException e) {
      throw tooMuch();
    } catch (JsonProcessingException e) {
      // its message would quote the text
      throw broken(FieldPath.BODY, "must be well-formed JSON" + at(e.getLocation()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private T root(JsonParser parser) throws IOException {
    String kind = anyValue ? "value" : "object";
    JsonToken first = next(parser);
    if (first == null || (first != JsonToken.START_OBJECT && !anyValue)) {
      throw broken(FieldPath.BODY, "must be a JSON " + kind);
    }
    T value = value(parser, FieldPath.BODY);
    if (parser.nextToken() != null) {
      throw broken(FieldPath.BODY, "must be one JSON " + kind + " and nothing after it");
    }
    return value;
  }

  private T value(JsonParser parser, FieldPath place) throws IOException {
    int start = start(parser);
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, T> members = members(parser, place);
        yield object(members, place, start, parser);
      }
      case START_ARRAY -> {
        List<T> items = items(parser, place);
        yield array(items, place, start, parser);
      }
      default -> scalar(parser, start);
    };
  }

  private Map<String, T> members(JsonParser parser, FieldPath place) throws IOException {
    Map<String, T> members = new LinkedHashMap<>();
    while (next(parser) != JsonToken.END_OBJECT) {
      String name = name(parser);
      next(parser);
      if (members.put(name, value(parser, member(place, name))) != null) {
        throw broken(FieldPath.of(parser.getParsingContext()), "must not be given twice");
      }
    }
    return members;
  }

  private List<T> items(JsonParser parser, FieldPath place) throws IOException {
    List<T> items = new ArrayList<>();
    while (next(parser) != JsonToken.END_ARRAY) {
      items.add(value(parser, element(place, items.size())));
    }
    return items;
  }

  private @Nullable JsonToken next(JsonParser parser) throws IOException {
    tokens++;
    if (tokens > mostTokens) {
      throw tooMuch();
    }
    return parser.nextToken();
  }

  private RuntimeException tooMuch() {
    String most = mostTokens == Integer.MAX_VALUE ? "" : " and " + mostTokens + " tokens,";
    return broken(
        FieldPath.BODY,
        "must be JSON of at most %d levels%s with numbers of at most %d digits"
            .formatted(parsers.streamReadConstraints().getMaxNestingDepth(), most, LONGEST_NUMBER));
  }

  /** The exception for a value that breaks a rule. */
  protected abstract RuntimeException broken(FieldPath place, String rule);

  /** A place in the text, for people. */
  protected String at(@Nullable JsonLocation location) {
    return "";
  }

  /** The start of a value, in characters, where it is of use. */
  protected int start(JsonParser parser) {
    return 0;
  }

  /** The place of a member, where places are of use. */
  protected FieldPath member(FieldPath object, String name) {
    return object;
  }

  /** The place of an element, where places are of use. */
  protected FieldPath element(FieldPath array, int position) {
    return array;
  }

  /** The name at the parser. */
  protected String name(JsonParser parser) throws IOException {
    return parser.currentName();
  }

  protected abstract T object(
      Map<String, T> members, FieldPath place, int start, JsonParser parser);

  protected abstract T array(List<T> items, FieldPath place, int start, JsonParser parser);

  /** A text, number, boolean or null. */
  protected abstract T scalar(JsonParser parser, int start) throws IOException;

  /** A text that UTF-8 can carry; an escape can write half a character. */
  protected final String whole(String text, JsonParser parser) {
    if (!Utf8.canEncode(text)) {
      boolean name = parser.currentToken() == JsonToken.FIELD_NAME;
      FieldPath place =
          FieldPath.of(name ? parser.getParsingContext().getParent() : parser.getParsingContext());
      throw broken(place, "must not hold half a character");
    }
    return text;
  }
}
