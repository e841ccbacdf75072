package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** From JSON, of checked types, to attribute values. */
public final class ValueReader {
  private static final int NAME_LIMIT = 65_535;
  private static final int LEVELS = 32;

  private ValueReader() {}

  /**
   * Reads an item or a key.
   *
   * @throws DynamoDbException for a value that DynamoDB does not take
   */
  public static Map<String, AttributeValue> item(Object json) {
    Map<String, AttributeValue> item = members(json, 1);
    for (String name : item.keySet()) {
      DynamoDbException.refuseValue(
          ItemSize.utf8(name) > NAME_LIMIT,
          "Attribute name is too large, must be less than 65536 bytes");
    }
    return item;
  }

  /** Reads stored values, which were checked before. */
  static Map<String, AttributeValue> stored(Object json) {
    return members(json, -LEVELS);
  }

  /**
   * Checks the nesting of an item that an update has put together.
   *
   * @throws DynamoDbException if it is too deep
   */
  public static void requireLevels(Map<String, AttributeValue> item) {
    item.values().forEach(value -> requireLevels(value, 1));
  }

  private static void requireLevels(AttributeValue value, int level) {
    if (value.type() == ValueType.M) {
      int next = deeper(level);
      value.members().values().forEach(member -> requireLevels(member, next));
    } else if (value.type() == ValueType.L) {
      int next = deeper(level);
      value.elements().forEach(element -> requireLevels(element, next));
    }
  }

  /** Reads a value by itself. */
  public static AttributeValue value(Object json) {
    return value(json, 1);
  }

  private static Map<String, AttributeValue> members(Object json, int level) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (Map.Entry<?, ?> member : ((Map<?, ?>) json).entrySet()) {
      String name = (String) member.getKey();
      DynamoDbException.refuseValue(name.isEmpty(), "Empty attribute name");
      members.put(name, value(member.getValue(), level));
    }
    return members;
  }

  private static AttributeValue value(Object json, int level) {
    Map<?, ?> typed = (Map<?, ?>) json;
    DynamoDbException.refuse(
        typed.isEmpty(),
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    if (typed.size() > 1) {
      typed.forEach((type, content) -> value(ValueType.valueOf((String) type), content, level));
      throw DynamoDbException.validation(
          "Supplied AttributeValue has more than one datatypes set, must contain "
              + "exactly one of the supported datatypes");
    }
    Map.Entry<?, ?> only = typed.entrySet().iterator().next();
    return value(ValueType.valueOf((String) only.getKey()), only.getValue(), level);
  }

  private static AttributeValue value(ValueType type, Object content, int level) {
    return switch (type) {
      case S, BOOL -> new AttributeValue(type, content);
      case N -> Numbers.parse((String) content);
      case B -> new AttributeValue(type, new Bytes(Base64.getDecoder().decode((String) content)));
      case NULL -> nothing((Boolean) content);
      case L -> AttributeValue.of(elements((List<?>) content, deeper(level)));
      case M -> AttributeValue.of(members(content, deeper(level)));
      case SS, NS, BS -> set(type, (List<?>) content);
    };
  }

  private static int deeper(int level) {
    DynamoDbException.refuse(
        level >= LEVELS,
        "Nesting Levels have exceeded supported limits: Attributes in the item "
            + "have nested levels beyond supported limit");
    return level + 1;
  }

  private static AttributeValue nothing(boolean isNull) {
    DynamoDbException.refuseValue(
        !isNull, "Null attribute value types must have the value of true");
    return new AttributeValue(ValueType.NULL, true);
  }

  private static List<AttributeValue> elements(List<?> json, int level) {
    List<AttributeValue> elements = new ArrayList<>(json.size());
    for (Object element : json) {
      elements.add(value(element, level));
    }
    return elements;
  }

  private static AttributeValue set(ValueType type, List<?> content) {
    DynamoDbException.refuseValue(
        content.isEmpty(),
        switch (type) {
          case SS -> "An string set  may not be empty";
          case NS -> "An number set  may not be empty";
          default -> "Binary sets should not be empty";
        });
    Set<AttributeValue> members = new LinkedHashSet<>();
    for (Object element : content) {
      members.add(value(type.member(), element, 0));
    }
    DynamoDbException.refuseValue(members.size() < content.size(), duplicates(type, content));
    return new AttributeValue(type, members);
  }

  private static String quoted(List<?> texts) {
    return texts.stream()
        .map(text -> "\"" + text + '"')
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String duplicates(ValueType type, List<?> content) {
    return switch (type) {
      case SS -> "Input collection " + quoted(content) + " contains duplicates.";
      case NS -> "Input collection contains duplicates";
      default -> "Input collection " + content + "of type BS contains duplicates.";
    };
  }
}
