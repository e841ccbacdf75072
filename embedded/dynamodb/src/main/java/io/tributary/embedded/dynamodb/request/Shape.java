package io.tributary.embedded.dynamodb.request;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Type and constraints of a value in a request.
 *
 * @param members of a structure by name, in order
 * @param element of a list or map
 * @param minimum least length or value
 * @param maximum greatest length or value
 * @param values of an enumeration, else empty
 */
record Shape(
    Kind kind,
    Map<String, Member> members,
    @Nullable Shape element,
    long minimum,
    long maximum,
    List<String> values,
    @Nullable String pattern) {

  enum Kind {
    STRING,
    BLOB,
    BOOLEAN,
    INTEGER,
    LONG,
    VALUE,
    LIST,
    MAP,
    STRUCTURE,
    UNSERVED,
    LEGACY
  }

  /** A member of a structure. */
  record Member(Shape shape, boolean required) {}

  static Shape of(Kind kind) {
    return new Shape(kind, Map.of(), null, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), null);
  }

  static Shape of(Kind kind, Shape element) {
    return new Shape(kind, Map.of(), element, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), null);
  }

  /** Whether a length or value is within the limits. */
  boolean takes(long number) {
    return number >= minimum && number <= maximum;
  }

  Shape within(long least, long greatest) {
    return new Shape(kind, members, element, least, greatest, values, pattern);
  }

  Shape oneOf(List<String> enumeration) {
    return new Shape(kind, members, element, minimum, maximum, enumeration, pattern);
  }

  Shape matching(String regex) {
    return new Shape(kind, members, element, minimum, maximum, values, regex);
  }
}
