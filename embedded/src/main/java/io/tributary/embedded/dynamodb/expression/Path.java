package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A document path.
 *
 * @param elements names as texts, indexes of lists as integers; the first is the attribute's name
 */
public record Path(List<Object> elements) implements Operand {
  /** A path; the list is copied. */
  public Path {
    elements = List.copyOf(elements);
  }

  /** The attribute of the item. */
  public String attribute() {
    return (String) elements.get(0);
  }

  /** True if it is an attribute of the item itself. */
  public boolean isTopLevel() {
    return elements.size() == 1;
  }

  @Override
  public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
    AttributeValue value = item.get(attribute());
    for (int i = 1; i < elements.size() && value != null; i++) {
      value = child(value, elements.get(i));
    }
    return value;
  }

  static @Nullable AttributeValue child(AttributeValue parent, Object element) {
    if (element instanceof String name) {
      return parent.type() == ValueType.M ? parent.members().get(name) : null;
    }
    int index = (Integer) element;
    return parent.type() == ValueType.L && index < parent.elements().size()
        ? parent.elements().get(index)
        : null;
  }

  /**
   * Tells why two paths cannot stand together: one lies in the other, an {@code overlap}, or they
   * part at an element that is a name in one and an index in the other, a {@code conflict}. Null if
   * they can.
   */
  @Nullable String clash(Path other) {
    int common = Math.min(elements.size(), other.elements.size());
    for (int i = 0; i < common; i++) {
      Object mine = elements.get(i);
      Object theirs = other.elements.get(i);
      if (!mine.equals(theirs)) {
        return mine instanceof String == theirs instanceof String ? null : "conflict";
      }
    }
    return "overlap";
  }

  /** A text by which paths of one list stand in the order of their indexes. */
  String order() {
    return elements.stream()
        .map(one -> one instanceof Integer index ? "%010d".formatted(index) : (String) one)
        .collect(Collectors.joining("\0"));
  }

  /** As in errors: {@code [a, [1], b]}. */
  @Override
  public String toString() {
    return elements.stream()
        .map(element -> element instanceof String name ? name : "[" + element + "]")
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
