package io.tributary.channels;

import io.tributary.schemas.json.FieldPath;
import java.util.ArrayList;
import java.util.List;

/**
 * An array of a body.
 *
 * @param span with its brackets
 */
record JsonArray(FieldPath place, Span span, List<JsonValue> items) implements JsonValue {

  /** The items; each must be an object. */
  List<JsonObject> objects() {
    List<JsonObject> objects = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      objects.add(object(i));
    }
    return objects;
  }

  /** The texts; other items are left out. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : items) {
      if (item instanceof JsonScalar scalar && scalar.isText()) {
        texts.add(scalar.repaired());
      }
    }
    return texts;
  }

  JsonObject object(int index) {
    if (items.get(index) instanceof JsonObject object) {
      return object;
    }
    throw MalformedEventException.at(place.element(index), "must be an object");
  }

  /** The part between the brackets. */
  Span content() {
    return new Span(span.start() + 1, span.end() - 1);
  }

  /** The parts before and behind an item within the brackets; empty for the only item. */
  List<Span> allBut(JsonValue kept) {
    return items.size() == 1
        ? List.of()
        : List.of(
            new Span(content().start(), kept.span().start()),
            new Span(kept.span().end(), content().end()));
  }
}
