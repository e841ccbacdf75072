package io.tributary.gateway.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Where in a body a value is. The text, such as {@code readings[3].batch_id}, is made only when a
 * rule is broken: names are the sender's and may be long, and values may be many.
 */
final class JsonPath {

  static final JsonPath BODY = new JsonPath(null, "body", OptionalInt.empty());

  private final @Nullable JsonPath parent;
  private final String step;
  private final OptionalInt position;

  private JsonPath(@Nullable JsonPath parent, String step, OptionalInt position) {
    this.parent = parent;
    this.step = step;
    this.position = position;
  }

  /** The position of a parser. */
  static JsonPath of(JsonStreamContext context) {
    if (context.inRoot()) {
      return BODY;
    }
    JsonPath outer = of(context.getParent());
    return context.inArray()
        ? outer.element(context.getCurrentIndex())
        : outer.member(context.getCurrentName());
  }

  JsonPath member(String name) {
    return new JsonPath(this, name, OptionalInt.empty());
  }

  JsonPath element(int at) {
    return new JsonPath(this, "", OptionalInt.of(at));
  }

  /** Position in the outermost array. */
  OptionalInt index() {
    OptionalInt outermost = OptionalInt.empty();
    for (JsonPath path = this; path != null; path = path.parent) {
      outermost = path.position.isPresent() ? path.position : outermost;
    }
    return outermost;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    write(text);
    return text.toString();
  }

  private void write(StringBuilder text) {
    if (parent != null && parent != BODY) {
      parent.write(text);
    }
    if (position.isPresent()) {
      text.append('[').append(position.getAsInt()).append(']');
    } else {
      text.append(text.isEmpty() ? "" : ".").append(step);
    }
  }
}
