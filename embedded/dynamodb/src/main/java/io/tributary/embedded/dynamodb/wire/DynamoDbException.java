package io.tributary.embedded.dynamodb.wire;

import java.util.LinkedHashMap;
import java.util.Map;

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

  /** A ValidationException. */
  public static DynamoDbException validation(String message) {
    return new DynamoDbException(
        "com.amazon.coral.validate#ValidationException", message, Map.of("message", message));
  }

  /** A ValidationException about values: {@code One or more parameter values were invalid: …}. */
  public static DynamoDbException invalidValue(String message) {
    return validation("One or more parameter values were invalid: " + message);
  }

  /** A SerializationException: JSON of another type than the member's. */
  public static DynamoDbException serialization(String message) {
    return new DynamoDbException(
        PROTOCOL + "SerializationException", message, Map.of("Message", message));
  }

  /** An error of the protocol or of the authorization. */
  public static DynamoDbException protocol(String name, String message) {
    return new DynamoDbException(
        PROTOCOL + name, message, message.isEmpty() ? Map.of() : Map.of("message", message));
  }

  /** An error of the service by its name, such as {@code ResourceInUseException}. */
  public static DynamoDbException service(String name, String message) {
    return new DynamoDbException(SERVICE + name, message, Map.of("message", message));
  }

  /** The same with members beside the message. */
  public static DynamoDbException service(
      String name, String message, Map<String, Object> further) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(further.containsKey("CancellationReasons") ? "Message" : "message", message);
    members.putAll(further);
    return new DynamoDbException(SERVICE + name, message, members);
  }

  /** A ResourceNotFoundException. */
  public static DynamoDbException notFound(String message) {
    return service("ResourceNotFoundException", message);
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

  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("__type", type);
    body.putAll(members);
    return body;
  }
}
