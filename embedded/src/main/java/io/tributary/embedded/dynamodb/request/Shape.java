package io.tributary.embedded.dynamodb.request;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Type and constraints of a value in a request.
 *
 * @param name of a structure, else empty
 * @param members of a structure by name, in order
 * @param element of a list or map
 * @param minimum least length or value
 * @param maximum greatest length or value
 * @param values of an enumeration, else empty
 */
record Shape(
    String name,
    Kind kind,
    Map<String, Member> members,
    @Nullable Shape element,
    long minimum,
    long maximum,
    List<String> values,
    @Nullable Pattern pattern) {

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

  static Shape of(Kind kind, Map<String, Member> members, @Nullable Shape element) {
    return new Shape("", kind, members, element, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), null);
  }

  /** True if a length or value is within the limits. */
  boolean takes(long number) {
    return number >= minimum && number <= maximum;
  }
}
