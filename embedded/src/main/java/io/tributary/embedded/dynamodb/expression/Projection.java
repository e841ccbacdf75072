package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The parts of items that paths name. Elements of lists close up. */
public final class Projection implements UnaryOperator<Map<String, AttributeValue>> {
  private final List<Path> paths;

  /** A projection on paths that do not overlap. */
  public Projection(List<Path> paths) {
    this.paths = List.copyOf(paths);
  }

  /** Parses the request's {@code ProjectionExpression}; null if it has none. */
  public static @Nullable Projection parse(Map<?, ?> request, Placeholders placeholders) {
    return request.get("ProjectionExpression") instanceof String text
        ? new Parser(text, placeholders).parse()
        : null;
  }

  /** Names of the attributes of which it has parts. */
  public List<String> attributes() {
    return paths.stream().map(Path::attribute).distinct().toList();
  }

  /** The item's parts; empty if it has none of them. */
  @Override
  public Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
    // Maps and lists that are taken in part: their elements by name or index.
    Map<Object, Object> tree = new LinkedHashMap<>();
    for (Path path : paths) {
      AttributeValue value = path.in(item);
      if (value != null) {
        put(tree, path.elements(), value);
      }
    }
    Map<String, AttributeValue> parts = new LinkedHashMap<>();
    tree.forEach((name, part) -> parts.put((String) name, value(part)));
    return parts;
  }

  @SuppressWarnings("unchecked") // Only put makes these maps.
  private static void put(Map<Object, Object> tree, List<Object> elements, AttributeValue value) {
    Map<Object, Object> parent = tree;
    for (int i = 0; i < elements.size() - 1; i++) {
      boolean list = elements.get(i + 1) instanceof Integer;
      parent =
          (Map<Object, Object>)
              parent.computeIfAbsent(
                  elements.get(i), any -> list ? new TreeMap<>() : new LinkedHashMap<>());
    }
    parent.put(elements.get(elements.size() - 1), value);
  }

  private static AttributeValue value(Object part) {
    if (part instanceof AttributeValue value) {
      return value;
    }
    if (part instanceof TreeMap<?, ?> list) {
      return AttributeValue.of(list.values().stream().map(Projection::value).toList());
    }
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    ((Map<?, ?>) Objects.requireNonNull(part))
        .forEach((name, member) -> members.put((String) name, value(member)));
    return AttributeValue.of(members);
  }

  private static final class Parser extends ExpressionParser {
    Parser(String text, Placeholders placeholders) {
      super("ProjectionExpression", text, placeholders);
    }

    Projection parse() {
      List<Path> paths = new ArrayList<>();
      do {
        paths.add(distinctPath());
      } while (takes(","));
      finish();
      return new Projection(paths);
    }
  }
}
