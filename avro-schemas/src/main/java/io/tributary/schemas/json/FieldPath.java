package io.tributary.schemas.json;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The place of a value in a body, such as {@code readings[3].batch_id}. A chain, whose text is made
 * only for errors: senders choose names of any length, and there may be many values.
 */
public final class FieldPath {

  /** The body itself. */
  public static final FieldPath BODY = new FieldPath(null, "body", OptionalInt.empty());

  private final @Nullable FieldPath parent;
  private final String name;
  private final OptionalInt position;

  private FieldPath(@Nullable FieldPath parent, String name, OptionalInt position) {
    this.parent = parent;
    this.name = name;
    this.position = position;
  }

  /** The position of a parser. */
  public static FieldPath of(JsonStreamContext context) {
    if (context.inRoot()) {
      return BODY;
    }
    FieldPath outer = of(context.getParent());
    return context.inArray()
        ? outer.element(context.getCurrentIndex())
        : outer.member(context.getCurrentName());
  }

  public FieldPath member(String member) {
    return new FieldPath(this, member, OptionalInt.empty());
  }

  public FieldPath element(int at) {
    return new FieldPath(this, "", OptionalInt.of(at));
  }

  /** The name of a member; empty for an element. */
  public String name() {
    return name;
  }

  /** The position in the outermost array. */
  public OptionalInt index() {
    OptionalInt outermost = OptionalInt.empty();
    for (FieldPath path = this; path != null; path = path.parent) {
      outermost = path.position.isPresent() ? path.position : outermost;
    }
    return outermost;
  }

  @Override
  public String toString() {
    return toString(UnaryOperator.identity());
  }

  /** The path with names as the function writes them. */
  public String toString(UnaryOperator<String> shown) {
    StringBuilder text = new StringBuilder();
    write(text, shown);
    return text.toString();
  }

  /** Recursive: bodies are bounded in depth. */
  private void write(StringBuilder text, UnaryOperator<String> shown) {
    if (parent != null && parent != BODY) {
      parent.write(text, shown);
    }
    if (position.isPresent()) {
      text.append('[').append(position.getAsInt()).append(']');
    } else {
      text.append(text.isEmpty() ? "" : ".").append(parent == null ? name : shown.apply(name));
    }
  }
}
