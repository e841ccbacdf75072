package io.tributary.embedded.dynamodb.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An error as clients see it: type, message and further members. */
public final class DynamoDbException extends RuntimeException {
  private static final String SERVICE = "com.amazonaws.dynamodb.v20120810#";
  private static final String PROTOCOL = "com.amazon.coral.service#";

  private final String type;
  private final Map<String, Object> members;

  private DynamoDbException(String type, String message, Map<String, Object> members) {
    super(message, null, false, false);
    this.type = type;
    this.members = members;
  }

  /** A ValidationException; the message is a format if arguments follow. */
  public static DynamoDbException validation(String message, @Nullable Object... arguments) {
    String text = text(message, arguments);
    return new DynamoDbException(
        "com.amazon.coral.validate#ValidationException", text, Map.of("message", text));
  }

  /** A message; a format if arguments follow. */
  public static String text(String message, @Nullable Object... arguments) {
    @Nullable Object[] given = arguments.clone();
    return given.length == 0 ? message : message.formatted(given);
  }

  /** A ValidationException about values: {@code One or more parameter values were invalid: …}. */
  public static DynamoDbException invalidValue(String message, @Nullable Object... arguments) {
    return validation("One or more parameter values were invalid: %s", text(message, arguments));
  }

  /** A value that is there, or else a ValidationException. */
  public static <T> T require(@Nullable T value, String message, @Nullable Object... arguments) {
    if (value == null) {
      throw validation(message, arguments);
    }
    return value;
  }

  /** Throws a ValidationException if something is so. */
  public static void refuse(boolean isSo, String message, @Nullable Object... arguments) {
    if (isSo) {
      throw validation(message, arguments);
    }
  }

  /** The same about values. */
  public static void refuseValue(boolean isSo, String message, @Nullable Object... arguments) {
    if (isSo) {
      throw invalidValue(message, arguments);
    }
  }

  /** A SerializationException: JSON of another type than the member's. */
  public static DynamoDbException serialization(String message, @Nullable Object... arguments) {
    String text = text(message, arguments);
    return new DynamoDbException(
        PROTOCOL + "SerializationException", text, Map.of("Message", text));
  }

  /** An error of the protocol or of the authorization. */
  public static DynamoDbException protocol(String name, String message) {
    return new DynamoDbException(
        PROTOCOL + name, message, message.isEmpty() ? Map.of() : Map.of("message", message));
  }

  /** An error of the service by its name, such as {@code ResourceInUseException}. */
  public static DynamoDbException service(String name, String message) {
    return service(name, message, Map.of());
  }

  /** The same with members beside the message. */
  public static DynamoDbException service(
      String name, String message, Map<String, Object> further) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(further.containsKey("CancellationReasons") ? "Message" : "message", message);
    members.putAll(further);
    return new DynamoDbException(SERVICE + name, message, members);
  }

  /**
   * A resource that is there, or else a ResourceNotFoundException.
   *
   * @param message follows {@code Requested resource not found}
   */
  public static <T> T found(@Nullable T resource, String message, @Nullable Object... arguments) {
    if (resource == null) {
      throw service(
          "ResourceNotFoundException", "Requested resource not found" + text(message, arguments));
    }
    return resource;
  }

  /** The name after the {@code #}. */
  public String name() {
    return type.substring(type.indexOf('#') + 1);
  }

  /** The message, never null. */
  public String text() {
    return String.valueOf(getMessage());
  }

  /** The same error with words before its message. */
  public DynamoDbException prefixed(String words) {
    Map<String, Object> changed = new LinkedHashMap<>(members);
    changed.put("message", words + text());
    return new DynamoDbException(type, words + text(), changed);
  }

  /** Type, message and further members. */
  public Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("__type", type);
    body.putAll(members);
    return body;
  }
}
