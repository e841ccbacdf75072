package io.tributary.gateway.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.json.FieldPath;
import java.util.Map;

/**
 * A value stored as it was sent.
 *
 * @param text a string itself, other values as JSON without white space
 * @param bytes size as DynamoDB counts it
 */
public record StorableValue(Kind kind, String text, int bytes) {

  /** Size of a list or map. */
  private static final int CONTAINER_BYTES = 3;

  /** Below DynamoDB's limit of 65,535. */
  private static final int MOST_NAME_BYTES = 50_000;

  public enum Kind {
    STRING("a string"),
    LIST("an array"),
    MAP("an object"),
    ANY("a JSON value");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }

    /** The kind of a type of JSON Schema, any without one. */
    static Kind of(String type) {
      return switch (type) {
        case "object" -> MAP;
        case "array" -> LIST;
        case "" -> ANY;
        default -> throw new IllegalArgumentException(type);
      };
    }

    boolean fits(JsonNode node) {
      return switch (this) {
        case STRING -> node.isTextual();
        case LIST -> node.isArray();
        case MAP -> node.isObject();
        case ANY -> true;
      };
    }
  }

  static StorableValue of(Kind kind, JsonNode node, FieldPath place) {
    String text = kind == Kind.STRING ? node.textValue() : node.toString();
    return new StorableValue(kind, text, bytes(node, place));
  }

  /** Recursive: bodies are bounded in depth. */
  private static int bytes(JsonNode node, FieldPath place) {
    return switch (node.getNodeType()) {
      case STRING -> utf8(node.textValue());
      case NUMBER -> numberBytes(node, place);
      case ARRAY -> listBytes(node, place);
      case OBJECT -> mapBytes(node, place);
      default -> 1;
    };
  }

  private static int listBytes(JsonNode list, FieldPath place) {
    int bytes = CONTAINER_BYTES;
    int position = 0;
    for (JsonNode element : list) {
      bytes += 1 + bytes(element, place.element(position));
      position++;
    }
    return bytes;
  }

  private static int mapBytes(JsonNode map, FieldPath place) {
    int bytes = CONTAINER_BYTES;
    for (Map.Entry<String, JsonNode> member : map.properties()) {
      FieldPath at = place.member(member.getKey());
      bytes += 1 + nameBytes(member.getKey(), at) + bytes(member.getValue(), at);
    }
    return bytes;
  }

  private static int nameBytes(String name, FieldPath place) {
    int bytes = utf8(name);
    if (bytes == 0 || bytes > MOST_NAME_BYTES) {
      throw InvalidInputException.of(
          ErrorCode.INVALID_VALUE, place, "must have a name of 1 to " + MOST_NAME_BYTES + " bytes");
    }
    return bytes;
  }

  private static int numberBytes(JsonNode node, FieldPath place) {
    return DynamoNumber.of(node.decimalValue())
        .map(number -> (int) ItemSize.number(number))
        .orElseThrow(
            () -> InvalidInputException.of(ErrorCode.INVALID_VALUE, place, DynamoNumber.RULE));
  }

  private static int utf8(String text) {
    return (int) ItemSize.utf8(text);
  }
}
