package io.tributary.embedded.dynamodb.request;

import io.tributary.embedded.dynamodb.request.Shape.Member;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks the types of JSON values; unknown members are left out. */
final class TypeCheck {
  private static final int MOST_ZEROS = 400;
  private final Shape attributeValue;

  TypeCheck(Shape attributeValue) {
    this.attributeValue = attributeValue;
  }

  /** Members of the structure that the shape knows. */
  Map<String, Object> structure(Shape shape, Object value) {
    Map<String, Object> known = new LinkedHashMap<>();
    object(value)
        .forEach(
            (name, content) -> {
              Member member = shape.members().get((String) name);
              if (member != null) {
                known.put((String) name, check(member.shape(), content));
              }
            });
    return known;
  }

  private static Map<?, ?> object(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object;
    }
    throw value instanceof List<?>
        ? DynamoDbException.serialization("Unrecognized collection type class java.util.Map")
        : DynamoDbException.serialization("Unexpected field type");
  }

  private Object check(Shape shape, Object value) {
    return switch (shape.kind()) {
      case STRUCTURE -> structure(shape, value);
      case VALUE -> structure(attributeValue, value);
      case LIST -> list(shape, value);
      case MAP -> map(shape, value);
      case STRING -> string(value);
      case BLOB -> blob(value);
      case BOOLEAN -> bool(value);
      case INTEGER -> integer(value, "Integer");
      case LONG -> integer(value, "Long");
      case UNSERVED, LEGACY -> value;
    };
  }

  private List<Object> list(Shape shape, Object value) {
    if (value instanceof Map<?, ?>) {
      throw DynamoDbException.serialization("Start of structure or map found where not expected");
    }
    if (!(value instanceof List<?> given)) {
      throw DynamoDbException.serialization("Unexpected field type");
    }
    List<Object> elements = new ArrayList<>(given.size());
    for (Object element : given) {
      elements.add(check(Objects.requireNonNull(shape.element()), element));
    }
    return elements;
  }

  private Map<String, Object> map(Shape shape, Object value) {
    Shape element = Objects.requireNonNull(shape.element());
    Map<String, Object> members = new LinkedHashMap<>();
    object(value).forEach((key, member) -> members.put((String) key, check(element, member)));
    return members;
  }

  private static String string(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw mismatch(value, "String");
  }

  private static Object bool(Object value) {
    if (value instanceof Boolean) {
      return value;
    }
    throw value instanceof String text
        ? DynamoDbException.serialization("'%s' can not be converted to an Boolean", text)
        : mismatch(value, "Boolean");
  }

  private static BigDecimal integer(Object value, String type) {
    // One with a huge exponent would fill the memory when it is written out.
    if (value instanceof BigDecimal number && Math.abs((long) number.scale()) <= MOST_ZEROS) {
      return number.setScale(0, RoundingMode.FLOOR);
    }
    throw mismatch(value, type);
  }

  private static String blob(Object value) {
    if (!(value instanceof String text)) {
      throw mismatch(value, "Blob");
    }
    if (text.length() % 4 != 0) {
      throw DynamoDbException.serialization(
          "Base64 encoded length is expected a multiple of 4 bytes but found: %s", text.length());
    }
    try {
      // Decoded when read as a value: an item holds few of them.
      var unused = Base64.getDecoder().decode(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw DynamoDbException.serialization("Invalid last non-pad Base64 character dectected");
    }
  }

  private static DynamoDbException mismatch(Object value, String type) {
    String found;
    if (value instanceof Map<?, ?>) {
      return DynamoDbException.serialization("Start of structure or map found where not expected");
    } else if (value instanceof List<?>) {
      return DynamoDbException.serialization(
          "Unrecognized collection type class java.lang.%s", type);
    } else if (value instanceof Boolean bool) {
      found = bool ? "TRUE_VALUE" : "FALSE_VALUE";
    } else if (value instanceof BigDecimal number) {
      found = number.scale() > 0 ? "DECIMAL_VALUE" : "NUMBER_VALUE";
    } else {
      found = value == Json.NULL ? "NULL_VALUE" : "STRING_VALUE";
    }
    return DynamoDbException.serialization("%s cannot be converted to %s", found, type);
  }
}
