package io.tributary.e2e.outreach;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The size of an item as AWS documents it; of a number never less than it takes. */
final class ItemBytes {

  private static final long STRUCTURE = 3;
  private static final long ELEMENT = 1;
  private static final long LONGEST_REV = 21;
  private static final long LONGEST_STATUS = utf8("initial_message_sent");
  private static final long LONGEST_ROLE = utf8("assistant");
  private static final AttributeValue NONE = AttributeValue.fromL(List.of());

  private ItemBytes() {}

  static long of(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToLong(attribute -> utf8(attribute.getKey()) + of(attribute.getValue()))
        .sum();
  }

  static long of(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> value.n().length() / 2 + 2;
      case BOOL, NUL -> 1;
      case M -> STRUCTURE + value.m().size() + of(value.m());
      case L -> STRUCTURE + value.l().size() + of(value.l());
      default -> throw new AssertionError("no such value in these items: " + value);
    };
  }

  /**
   * The size as the limit of items counts it: of what changes from one state to the next, the most
   * that it may take.
   */
  static long counted(Map<String, AttributeValue> item) {
    return of(item)
        + missing(item, "rev", LONGEST_REV)
        + missing(item, "conversation_status", LONGEST_STATUS)
        + item.getOrDefault("messages", NONE).l().stream()
            .mapToLong(entry -> counted(entry) - ELEMENT - of(entry))
            .sum();
  }

  /** The same of an entry of its messages. */
  static long counted(AttributeValue entry) {
    return ELEMENT + of(entry) + missing(entry.m(), "role", LONGEST_ROLE);
  }

  /** How much less than that an attribute has. */
  private static long missing(Map<String, AttributeValue> item, String name, long bytes) {
    return bytes - of(item.getOrDefault(name, NONE));
  }

  private static long of(List<AttributeValue> values) {
    return values.stream().mapToLong(ItemBytes::of).sum();
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
