package io.tributary.embedded.dynamodb.request;

import io.tributary.embedded.dynamodb.request.Shape.Kind;
import io.tributary.embedded.dynamodb.request.Shape.Member;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The shapes in {@code shapes.txt}, by name. */
final class Shapes {
  private final Map<String, Shape> shapes = new HashMap<>();
  private final Map<String, String> wordings = new HashMap<>();
  private final Map<String, Map<String, String>> structures = new HashMap<>();
  private final Map<String, String> scalars = new HashMap<>();

  private Shapes() {}

  static Shapes load() {
    Shapes all = new Shapes();
    try (InputStream in = Objects.requireNonNull(Shapes.class.getResourceAsStream("shapes.txt"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      Map<String, String> members = new LinkedHashMap<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        members = all.take(line, members);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

  /**
   * How an operation words its constraints: new, bare or old; null if there is none of the name.
   */
  @Nullable String wording(String operation) {
    return wordings.get(operation);
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
          new Shape(Kind.STRUCTURE, members, null, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), null);
    }
    shapes.put(name, shape);
    return shape;
  }

  private Shape parse(String text) {
    String[] words = text.split(" ", -1);
    Shape shape = type(words[0]);
    for (int i = 1; i < words.length; i++) {
      shape = constrain(shape, words[i]);
    }
    return shape;
  }

  private static Shape constrain(Shape shape, String word) {
    if (word.equals("!")) {
      return shape;
    }
    if (word.startsWith("~")) {
      return shape.matching(word.substring(1));
    }
    if (word.contains("..")) {
      String[] ends = word.split("\\.\\.", -1);
      return shape.within(
          Long.parseLong(ends[0]), ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]));
    }
    return shape.oneOf(List.of(word.split("\\|")));
  }

  private Shape type(String word) {
    return switch (word) {
      case "string", "integer", "long", "boolean", "blob", "value", "legacy" ->
          Shape.of(Kind.valueOf(word.toUpperCase(Locale.ROOT)));
      case "-" -> Shape.of(Kind.UNSERVED);
      default -> {
        String inner = word.substring(1, word.length() - 1);
        if (word.startsWith("[")) {
          yield Shape.of(Kind.LIST, type(inner));
        }
        yield word.startsWith("{") ? Shape.of(Kind.MAP, type(inner)) : named(word);
      }
    };
  }
}
