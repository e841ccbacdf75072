package io.tributary.channels.json;

import com.fasterxml.jackson.core.JsonToken;
import io.tributary.channels.MalformedEventException;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.Utf8;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An object with its place in the body; null counts as absent. Methods named lenient are for
 * descriptive members and take other types for absent; others throw {@link
 * MalformedEventException}.
 *
 * @param span with its braces; of the root the whole body
 */
public record JsonObject(FieldPath place, TextRange span, Map<String, JsonValue> members)
    implements JsonValue {

  /** Digits that every JSON reader keeps exactly. */
  private static final int LONGEST_SIZE = 15;

  public String requireText(String name) {
    return text(name).orElseThrow(() -> broken(name, "must be text"));
  }

  /** A text; a lone surrogate becomes U+FFFD, because UTF-8 cannot carry it. */
  public Optional<String> text(String name) {
    return scalar(name, "must be text")
        .map(
            scalar -> {
              if (!scalar.isText()) {
                throw broken(name, "must be text");
              }
              return scalar.repaired();
            });
  }

  public String requireId(String name) {
    return id(name).orElseThrow(() -> broken(name, "must be text or an integer"));
  }

  /** A non-empty text, or an integer as written. */
  public Optional<String> id(String name) {
    return scalar(name, "must be text or an integer")
        .map(
            scalar -> {
              if (!scalar.isText() && !scalar.isInteger()) {
                throw broken(name, "must be text or an integer");
              }
              if (scalar.text().isEmpty()) {
                throw broken(name, "must not be empty");
              }
              // Two different ids must not become the same
              if (!Utf8.canEncode(scalar.text())) {
                throw broken(name, "must not hold half a character");
              }
              return scalar.text();
            });
  }

  /** A descriptive text, or a number as written; empty for other types. */
  public Optional<String> lenientText(String name) {
    return members.get(name) instanceof JsonScalar scalar
            && (scalar.isText() || scalar.isNumber())
            && !scalar.text().isEmpty()
        ? Optional.of(scalar.repaired())
        : Optional.empty();
  }

  /** A descriptive count. */
  public OptionalLong size(String name) {
    return members.get(name) instanceof JsonScalar scalar
            && scalar.isInteger()
            && scalar.text().length() <= LONGEST_SIZE
            && !scalar.text().startsWith("-")
        ? OptionalLong.of(Long.parseLong(scalar.text()))
        : OptionalLong.empty();
  }

  public boolean isTrue(String name) {
    return members.get(name) instanceof JsonScalar scalar && scalar.kind() == JsonToken.VALUE_TRUE;
  }

  /** A non-empty text or an integer; empty for other types. */
  public Optional<String> lenientId(String name) {
    return members.get(name) instanceof JsonScalar scalar
            && (scalar.isText() || scalar.isInteger())
            && !scalar.text().isEmpty()
            && Utf8.canEncode(scalar.text())
        ? Optional.of(scalar.text())
        : Optional.empty();
  }

  /** A descriptive object; empty for other types. */
  public Optional<JsonObject> lenientObject(String name) {
    return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
  }

  /** A descriptive array; empty for other types. */
  public Optional<JsonArray> lenientArray(String name) {
    return members.get(name) instanceof JsonArray array ? Optional.of(array) : Optional.empty();
  }

  /** The objects of a descriptive array; other items are left out. */
  public List<JsonObject> lenientObjects(String name) {
    return lenientArray(name).stream()
        .flatMap(array -> array.items().stream())
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .toList();
  }

  public JsonObject requireObject(String name) {
    return object(name).orElseThrow(() -> broken(name, "must be an object"));
  }

  public Optional<JsonObject> object(String name) {
    JsonValue value = members.get(name);
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (value instanceof JsonObject object) {
      return Optional.of(object);
    }
    throw broken(name, "must be an object");
  }

  public JsonArray requireArray(String name) {
    return array(name).orElseThrow(() -> broken(name, "must be an array"));
  }

  public Optional<JsonArray> array(String name) {
    JsonValue value = members.get(name);
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (value instanceof JsonArray array) {
      return Optional.of(array);
    }
    throw broken(name, "must be an array");
  }

  /** The objects of an array; empty if absent. */
  public List<JsonObject> objects(String name) {
    return array(name).map(JsonArray::objects).orElse(List.of());
  }

  /** True if present and not null. */
  public boolean has(String name) {
    return !isAbsent(members.get(name));
  }

  public MalformedEventException broken(String name, String rule) {
    return MalformedEventException.at(place.member(name), rule);
  }

  private Optional<JsonScalar> scalar(String name, String rule) {
    JsonValue value = members.get(name);
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (value instanceof JsonScalar scalar) {
      return Optional.of(scalar);
    }
    throw broken(name, rule);
  }

  private static boolean isAbsent(@Nullable JsonValue value) {
    return value == null || (value instanceof JsonScalar scalar && scalar.isNull());
  }
}
