package io.tributary.embedded.dynamodb.wire;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Members of JSON objects whose types have been checked. */
public final class Members {
  private Members() {}

  /** An object with these names and values in turn; those of value null are left out. */
  public static Map<String, Object> of(@Nullable Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        members.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    return members;
  }

  /** The members of an object, to be changed. */
  public static Map<String, Object> copy(Map<?, ?> object) {
    Map<String, Object> copy = new LinkedHashMap<>();
    object.forEach((name, value) -> copy.put((String) name, value));
    return copy;
  }

  /** A text that is there. */
  public static String text(Map<?, ?> object, String name) {
    return (String) Objects.requireNonNull(object.get(name), name);
  }

  /** A text, or another one if it is not there. */
  public static String text(Map<?, ?> object, String name, String otherwise) {
    return object.get(name) instanceof String text ? text : otherwise;
  }

  /** A boolean; false if it is not there. */
  public static boolean flag(Map<?, ?> object, String name) {
    return Boolean.TRUE.equals(object.get(name));
  }

  /** An integer, or another one if it is not there. */
  public static int number(Map<?, ?> object, String name, int otherwise) {
    Object number = object.get(name);
    if (number instanceof BigDecimal decimal) {
      return decimal.min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValue();
    }
    return number instanceof Integer integer ? integer : otherwise;
  }

  /** A long; null if it is not there. */
  public static @Nullable Long whole(Map<?, ?> object, String name) {
    return object.get(name) instanceof BigDecimal decimal ? (Long) decimal.longValueExact() : null;
  }

  /** The objects of a list; none if it is not there. */
  public static List<Map<?, ?>> objects(Map<?, ?> object, String name) {
    List<Map<?, ?>> objects = new ArrayList<>();
    list(object, name).forEach(element -> objects.add((Map<?, ?>) element));
    return objects;
  }

  /** A list; empty if it is not there. */
  public static List<?> list(Map<?, ?> object, String name) {
    return object.get(name) instanceof List<?> list ? list : List.of();
  }

  /** An object that is there. */
  public static Map<?, ?> required(Map<?, ?> object, String name) {
    return (Map<?, ?>) Objects.requireNonNull(object.get(name), name);
  }

  /** An object; null if it is not there. */
  public static @Nullable Map<?, ?> object(Map<?, ?> object, String name) {
    return (Map<?, ?>) object.get(name);
  }
}
