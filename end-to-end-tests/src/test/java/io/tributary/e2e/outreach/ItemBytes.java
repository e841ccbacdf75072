package io.tributary.e2e.outreach;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The size of an item as AWS documents it; of a number never less than it takes. */
final class ItemBytes {

  private static final long STRUCTURE = 3;

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

  private static long of(List<AttributeValue> values) {
    return values.stream().mapToLong(ItemBytes::of).sum();
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
