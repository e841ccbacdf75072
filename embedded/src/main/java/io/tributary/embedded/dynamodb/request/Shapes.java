package io.tributary.embedded.dynamodb.request;

import io.tributary.embedded.dynamodb.request.Shape.Kind;
import io.tributary.embedded.dynamodb.request.Shape.Member;
import io.tributary.embedded.dynamodb.wire.Resources;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** The shapes in {@code shapes.txt}, by name. */
final class Shapes {
  private final Map<String, Shape> shapes = new HashMap<>();
  private final Map<String, String> wordings = new HashMap<>();
  private final Map<String, Map<String, String>> structures = new HashMap<>();
  private final Map<String, String> scalars = new HashMap<>();

  private Shapes() {}

  static Shapes load() {
    Shapes all = new Shapes();
    Map<String, String> members = Map.of();
    for (String line : Resources.text(Shapes.class, "shapes.txt").split("\n", -1)) {
      members = all.take(line, members);
    }
    return all;
  }

  private Map<String, String> take(String line, Map<String, String> members) {
    if (line.isBlank() || line.startsWith("#")) {
      return members;
    }
    String[] words = line.strip().split(" ", 2);
    if (line.startsWith(" ")) {
      members.put(words[0], words[1]);
      return members;
    }
    if (words.length > 1 && words[1].startsWith("= ")) {
      scalars.put(words[0], words[1].substring(2));
      return members;
    }
    Map<String, String> begun = new LinkedHashMap<>();
    structures.put(words[0], begun);
    wordings.put(words[0], words.length > 1 ? words[1] : "");
    return begun;
  }

  /** The shape of a structure or an operation's request. */
  Shape named(String name) {
    Shape known = shapes.get(name);
    return known == null ? make(name) : known;
  }

  /** Wording of an operation's constraints. */
  Wording wording(String operation) {
    String name = Objects.requireNonNull(wordings.get(operation), operation);
    return Wording.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private Shape make(String name) {
    String scalar = scalars.get(name);
    Shape shape;
    if (scalar != null) {
      shape = parse(scalar);
    } else {
      Map<String, Member> members = new LinkedHashMap<>();
      Objects.requireNonNull(structures.get(name), name)
          .forEach(
              (member, text) -> members.put(member, new Member(parse(text), text.contains(" !"))));
      shape =
          new Shape(
              name, Kind.STRUCTURE, members, null, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), null);
    }
    shapes.put(name, shape);
    return shape;
  }

  private Shape parse(String text) {
    String[] words = text.split(" ", -1);
    Shape type = type(words[0]);
    long minimum = type.minimum();
    long maximum = type.maximum();
    List<String> values = type.values();
    Pattern pattern = type.pattern();
    for (String word : List.of(words).subList(1, words.length)) {
      if (word.startsWith("~")) {
        pattern = Pattern.compile(word.substring(1));
      } else if (word.contains("..")) {
        String[] ends = word.split("\\.\\.", -1);
        minimum = Long.parseLong(ends[0]);
        maximum = ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]);
      } else if (!word.equals("!")) {
        values = List.of(word.split("\\|"));
      }
    }
    return new Shape(
        type.name(),
        type.kind(),
        type.members(),
        type.element(),
        minimum,
        maximum,
        values,
        pattern);
  }

  private Shape type(String word) {
    String inner = word.substring(1, Math.max(1, word.length() - 1));
    return switch (word.charAt(0)) {
      case '-' -> Shape.of(Kind.UNSERVED, Map.of(), null);
      case '[' -> Shape.of(Kind.LIST, Map.of(), type(inner));
      case '{' -> Shape.of(Kind.MAP, Map.of(), type(inner));
      default ->
          Character.isUpperCase(word.charAt(0))
              ? named(word)
              : Shape.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)), Map.of(), null);
    };
  }
}
