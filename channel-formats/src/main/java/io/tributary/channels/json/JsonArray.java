package io.tributary.channels.json;

import io.tributary.channels.MalformedEventException;
import io.tributary.schemas.json.FieldPath;
import java.util.ArrayList;
import java.util.List;

/**
 * An array.
 *
 * @param span with its brackets
 */
public record JsonArray(FieldPath place, TextRange span, List<JsonValue> items)
    implements JsonValue {

  /** The items; each must be an object. */
  public List<JsonObject> objects() {
    List<JsonObject> objects = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      objects.add(object(i));
    }
    return objects;
  }

  /** The texts; other items are left out. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : items) {
      if (item instanceof JsonScalar scalar && scalar.isText()) {
        texts.add(scalar.repaired());
      }
    }
    return texts;
  }

  public JsonObject object(int index) {
    if (items.get(index) instanceof JsonObject object) {
      return object;
    }
    throw MalformedEventException.at(place.element(index), "must be an object");
  }

  /** The part between the brackets. */
  public TextRange content() {
    return new TextRange(span.start() + 1, span.end() - 1);
  }

  /** The parts before and behind an item within the brackets; empty for the only item. */
  public List<TextRange> allBut(JsonValue kept) {
    return items.size() == 1
        ? List.of()
        : List.of(
            new TextRange(content().start(), kept.span().start()),
            new TextRange(kept.span().end(), content().end()));
  }
}
